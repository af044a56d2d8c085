import { useMemo } from 'react'
import type { AoiQuery } from '../../core/aoi/data.ts'
import { aoiQueryOf } from './aoi-query.ts'
import { useToday } from './date-range.ts'
import { useOrigin } from './origin.ts'
import { useWorkspace } from './use-workspace.ts'

/** Returns the same object while its contents are equal, so that dependent effects do not run. */
export const useAoiQuery = (): AoiQuery => {
  const { workspace, path } = useWorkspace()
  const today = useToday()
  const near = useOrigin(workspace.sort === 'nearest')
  const text = JSON.stringify(aoiQueryOf(workspace, path, today, near))
  return useMemo(() => JSON.parse(text) as AoiQuery, [text])
}
