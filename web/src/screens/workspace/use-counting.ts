import type { AoiKind } from '#contract'
import { instantsOf } from './date-range.ts'
import { useToday } from './use-today.ts'
import { useWorkspace } from './use-workspace.ts'
import { countedKindOf, rangeOf } from './workspace.ts'

export const useCounting = (): { dates: ReturnType<typeof instantsOf>; kind: AoiKind } => {
  const { workspace, path } = useWorkspace()
  return { dates: instantsOf(rangeOf(workspace, useToday())), kind: countedKindOf(workspace, path) }
}
