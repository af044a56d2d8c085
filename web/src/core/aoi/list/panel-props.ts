import type { ReactNode, Ref } from 'react'
import type { AoiSummary } from '#contract'
import type { VirtualListHandle } from '../../../ui/lists/VirtualList.tsx'
import type { AoiQuery } from '../data.ts'
import type { AoiTab, ListedKind } from './listed-kind.ts'

export type AoiPanelProps = {
  kind: ListedKind
  query: AoiQuery
  serviceIds: readonly string[]
  tab: AoiTab
  onTab: (tab: AoiTab) => void
  find: string
  onFind: (text: string) => void
  selected: string | undefined
  onSelect: (nonce: string) => void
  onDeselect: () => void
  above?: ReactNode
  onCreate?: () => void
  onShowAll?: () => void
  canMarkDone: boolean
  communities?: ReadonlyMap<string, string>
  editing?: { mayEdit: (aoi: AoiSummary) => boolean; onEdit: (aoi: AoiSummary) => void }
  sharing?: { onShare?: (aoiIds: string[]) => void; isBusy: boolean }
}

export type Choice = { ids: ReadonlySet<string>; toggle: (aoi: AoiSummary) => void }

export type ListProps = AoiPanelProps & {
  list: Ref<VirtualListHandle>
  choice: Choice | undefined
  covered: { top: number; bottom: number }
}
