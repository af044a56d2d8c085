import type { AoiKind } from '#contract'
import { useSettings } from '../../people/setting/data.ts'
import { countedKindOf, toggleFilter } from './counting.ts'
import { instantsOf, useToday } from './date-range.ts'
import { useWorkspace } from './use-workspace.ts'
import { type Filter, rangeOf } from './workspace.ts'

export const useCounting = (): { dates: ReturnType<typeof instantsOf>; kind: AoiKind } => {
  const { workspace, path } = useWorkspace()
  return { dates: instantsOf(rangeOf(workspace, useToday())), kind: countedKindOf(workspace, path) }
}

/** The state of a counter's button, and what pressing it does. */
export const usePressCounter = (): ((filter: Filter) => { isPressed: boolean; onPress: () => void }) => {
  const { workspace, path, go } = useWorkspace()
  const isOffline = useSettings().data?.offlineMode ?? false
  return (filter) => ({
    isPressed: workspace.filter === filter,
    onPress: () => {
      const { to, search } = toggleFilter(workspace, path, filter, { isOffline })
      go(search, to)
    },
  })
}
