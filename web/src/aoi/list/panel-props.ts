import type { ReactNode, Ref } from 'react'
import type { AoiSummary } from '#contract'
import type { VirtualListHandle } from '../../ui/lists/VirtualList.tsx'
import type { AoiQuery } from '../data.ts'
import type { AoiTab, ListedKind } from './listed-kind.ts'

export type AoiPanelProps = {
  kind: ListedKind
  query: AoiQuery
  /** Own service first, then the others whose AOIs are listed. */
  serviceIds: readonly string[]
  tab: AoiTab
  onTab: (tab: AoiTab) => void
  find: string
  onFind: (text: string) => void
  selected: string | undefined
  onSelect: (nonce: string) => void
  onDeselect: () => void
  /** What stands before the list, such as what was not sent yet. */
  above?: ReactNode
  /** Absent where the member may not report. */
  onCreate?: () => void
  /** Absent where nothing narrows the list. */
  onShowAll?: () => void
  canMarkDone: boolean
  /** Names of communities, by their ids; what plans activities. */
  communities?: ReadonlyMap<string, string>
  /** What can be changed from the list; absent where nothing can. */
  editing?: { mayEdit: (aoi: AoiSummary) => boolean; onEdit: (aoi: AoiSummary) => void }
  /** Events are being chosen for a member; absent where they are not. */
  sharing?: { onShare?: (aoiIds: string[]) => void; isBusy: boolean }
}

/** The events that are ticked, while events are being chosen. */
export type Choice = { ids: ReadonlySet<string>; toggle: (aoi: AoiSummary) => void }

/** What each way of listing gets from the panel. */
export type ListProps = AoiPanelProps & {
  list: Ref<VirtualListHandle>
  choice: Choice | undefined
  covered: { top: number; bottom: number }
}
