import { useMemo } from 'react'
import { mayEver, type Profile } from '#contract'
import { useTypeLooks } from '../aoi/type-look.ts'
import { CalendarView } from '../calendar/CalendarView.tsx'
import { actorOf } from '../user/data.ts'
import { useAoiQuery } from './use-aoi-query.ts'
import { useToday } from './use-today.ts'
import { useWorkspace } from './use-workspace.ts'
import { toggleCalendar, toggleSelection, type Workspace } from './workspace.ts'

/** The calendar in the state of the URL. The date range filters the lists, not the calendar (behaviour 13). */
export const WorkspaceCalendar = ({ profile, isWide }: { profile: Profile; isWide: boolean }) => {
  const { workspace, path, go, replace } = useWorkspace()
  const today = useToday()
  const actor = useMemo(() => actorOf(profile), [profile])
  const { type, search } = useAoiQuery()
  const { span = isWide ? 'month' : 'agenda', day = today, also, community } = workspace
  return (
    <CalendarView
      span={span}
      day={day}
      today={today}
      withEvents={also === 'events'}
      filter={{ type, search, community }}
      actor={actor}
      looks={useTypeLooks(actor.visibleServiceIds)}
      isWide={isWide}
      onShow={(shown) => replace((now) => ({ ...now, ...shown }))}
      onWithEvents={(isWanted) => go({ ...workspace, also: isWanted ? 'events' : undefined })}
      onOpen={({ nonce }) => go((now) => toggleSelection(now, `aoi.${nonce}`))}
      onCreate={mayEver(actor, 'aoi.create') ? (at) => go((now) => planAt(now, at), '/') : undefined}
      onClose={path === '/calendar' ? undefined : () => go(toggleCalendar(workspace))}
    />
  )
}

/**
 * Opens the form of a new activity with this start; the calendar closes, because an activity needs a place on the map.
 */
const planAt = (workspace: Workspace, at: string): Workspace => ({
  ...workspace,
  view: undefined,
  panel: 'activities',
  back: undefined,
  selected: undefined,
  form: 'activity.new',
  at,
})
