import { useMemo } from 'react'
import type { AoiQuery } from '../aoi/data.ts'
import { aoiQueryOf } from './aoi-query.ts'
import { useOrigin } from './origin.ts'
import { useToday } from './use-today.ts'
import { useWorkspace } from './use-workspace.ts'

/** The same object for as long as it says the same, so that what depends on it rests. */
export const useAoiQuery = (): AoiQuery => {
  const { workspace, path } = useWorkspace()
  const today = useToday()
  const near = useOrigin(workspace.sort === 'nearest')
  const text = JSON.stringify(aoiQueryOf(workspace, path, today, near))
  return useMemo(() => JSON.parse(text) as AoiQuery, [text])
}
