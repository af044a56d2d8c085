import { useCallback, useMemo } from 'react'
import type { Profile } from '#contract'
import { type AoiTab, type ListedKind, tabsOf } from '../../core/aoi/list/listed-kind.ts'
import { actorOf } from '../../people/user/data.ts'
import { isNarrowed, showAll } from '../workspace/aoi-query.ts'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId, toggleSelection } from '../workspace/workspace.ts'

export const useAoiPanel = (profile: Profile, kind: ListedKind) => {
  const { workspace, go, replace } = useWorkspace()
  const query = useAoiQuery()
  const actor = useMemo(() => actorOf(profile), [profile])
  const { tab, find = '' } = workspace
  const select = useCallback((nonce: string) => go((now) => toggleSelection(now, `aoi.${nonce}`)), [go])
  const panel = {
    kind,
    query,
    serviceIds: actor.visibleServiceIds,
    tab: tabsOf[kind].find((one) => one === tab) ?? 'all',
    onTab: (next: AoiTab) => go({ ...workspace, tab: next === 'all' ? undefined : next }),
    find,
    onFind: (text: string) => replace((now) => ({ ...now, find: text || undefined })),
    selected: selectedId(workspace, 'aoi'),
    onSelect: select,
    onDeselect: () => go({ ...workspace, selected: undefined }),
    onShowAll: isNarrowed(workspace) ? () => go(showAll(workspace)) : undefined,
  }
  return { actor, panel }
}
