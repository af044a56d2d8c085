import type { ReactNode, Ref } from 'react'
import type { AoiSummary } from '#contract'
import type { VirtualListHandle } from '../../../ui/lists/VirtualList.tsx'
import type { AoiQuery } from '../data.ts'
import type { AoiTab, ListedKind } from './listed-kind.ts'

export type AoiPanelProps = {
  kind: ListedKind
  query: AoiQuery
  /** The member's own service first, then the others whose AOIs are listed. */
  serviceIds: readonly string[]
  tab: AoiTab
  onTab: (tab: AoiTab) => void
  find: string
  onFind: (text: string) => void
  selected: string | undefined
  onSelect: (nonce: string) => void
  onDeselect: () => void
  /** Shown before the list, such as outgoing requests. */
  above?: ReactNode
  /** Absent if the member may not report. */
  onCreate?: () => void
  /** Absent unless a filter is set. */
  onShowAll?: () => void
  canMarkDone: boolean
  /** Names of communities by id; for activities. */
  communities?: ReadonlyMap<string, string>
  /** Absent if nothing can be edited from the list. */
  editing?: { mayEdit: (aoi: AoiSummary) => boolean; onEdit: (aoi: AoiSummary) => void }
  /** Present while events are selected to share with a member. */
  sharing?: { onShare?: (aoiIds: string[]) => void; isBusy: boolean }
}

/** The ticked AOIs, while rows are selected for sharing. */
export type Choice = { ids: ReadonlySet<string>; toggle: (aoi: AoiSummary) => void }

/** Props of the panel for each kind of list. */
export type ListProps = AoiPanelProps & {
  list: Ref<VirtualListHandle>
  choice: Choice | undefined
  covered: { top: number; bottom: number }
}
