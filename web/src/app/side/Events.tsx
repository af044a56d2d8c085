import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { useShare } from '../../aoi/data.ts'
import { EventsPanel, eventTabs } from '../../aoi/list/EventsPanel.tsx'
import { toast, toastProblem } from '../../ui/toast.ts'
import { actorOf } from '../../user/data.ts'
import { isNarrowed, showAll } from '../aoi-query.ts'
import { useAoiQuery } from '../use-aoi-query.ts'
import { useWorkspace } from '../use-workspace.ts'
import { selectedId, stopSharing, toggleSelection } from '../workspace.ts'

/** The list of events as the address describes it. */
export const Events = ({ profile }: { profile: Profile }) => {
  const { workspace, go, replace } = useWorkspace()
  const query = useAoiQuery()
  const actor = useMemo(() => actorOf(profile), [profile])
  const sharing = useSharing()
  const { tab, find = '', filter } = workspace
  const select = useCallback((nonce: string) => go((now) => toggleSelection(now, `aoi.${nonce}`)), [go])
  return (
    <EventsPanel
      query={query}
      serviceIds={actor.visibleServiceIds}
      tab={eventTabs.find((one) => one === tab) ?? 'all'}
      onTab={(next) => go({ ...workspace, tab: next === 'all' ? undefined : next })}
      find={find}
      onFind={(text) => replace((now) => ({ ...now, find: text || undefined }))}
      selected={selectedId(workspace, 'aoi')}
      onSelect={select}
      onDeselect={() => go({ ...workspace, selected: undefined })}
      onCreate={mayEver(actor, 'aoi.create') ? () => go({ ...workspace, form: 'new' }) : undefined}
      onShowAll={isNarrowed(workspace) ? () => go(showAll(workspace)) : undefined}
      canMarkDone={filter === 'shared' && mayEver(actor, 'aoi.share')}
      sharing={sharing}
    />
  )
}

/** Events for the member whose details are open. */
const useSharing = () => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { mutate, isPending } = useShare()
  if (workspace.sharing !== 'events') return undefined
  const userId = selectedId(workspace, 'user')
  const share = (aoiIds: string[]) =>
    userId &&
    mutate(
      { aoiIds, usersId: [userId] },
      {
        onSuccess: () => {
          toast({ message: t('events.assigned') })
          go(stopSharing)
        },
        onError: toastProblem,
      },
    )
  return { onShare: userId ? share : undefined, isBusy: isPending }
}
