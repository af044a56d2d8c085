import { useCallback, useMemo } from 'react'
import { dutyWeeks, mayEver, type Profile } from '#contract'
import { useRotas } from '../../alarms/rota/data.ts'
import { useTypeLooks } from '../../core/aoi/type-look.ts'
import { CalendarView } from '../../exchange/calendar/CalendarView.tsx'
import type { TimeSpan } from '../../exchange/calendar/data.ts'
import type { Duty } from '../../exchange/calendar/types.ts'
import { isolated } from '../../i18n/isolated.ts'
import { actorOf } from '../../people/user/data.ts'
import { useTeam } from '../../people/user/team/data.ts'
import { useToday } from '../workspace/date-range.ts'
import { useAoiQuery } from '../workspace/use-aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { toggleCalendar, toggleSelection, type Workspace } from '../workspace/workspace.ts'

/** The calendar with its state from the URL. The date range filters the lists, not the calendar. */
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
      dutiesIn={useDuties(profile.service._id)}
      onDuty={() => go((now) => ({ ...now, panel: 'alarms' }))}
      onShow={(shown) => replace((now) => ({ ...now, ...shown }))}
      onWithEvents={(isWanted) => go({ ...workspace, also: isWanted ? 'events' : undefined })}
      onOpen={({ nonce }) => go((now) => toggleSelection(now, `aoi.${nonce}`))}
      onCreate={mayEver(actor, 'aoi.create') ? (at) => go((now) => planAt(now, at), '/') : undefined}
      onClose={path === '/calendar' ? undefined : () => go(toggleCalendar(workspace))}
    />
  )
}

const useDuties = (service: string) => {
  const rotas = useRotas().data
  const team = useTeam().data
  return useCallback(
    ({ start, end }: TimeSpan): Duty[] => {
      const names = new Map(team?.total.map(({ _id, firstName, lastName }) => [_id, `${firstName} ${lastName}`.trim()]))
      const own = rotas?.filter(({ serviceId }) => serviceId === service) ?? []
      return own.flatMap((rota) =>
        dutyWeeks(rota, start.getTime(), end.getTime()).map(({ week, from, until, memberId }) => ({
          id: `${rota._id} ${week}`,
          name: `${rota.name}: ${isolated(names.get(memberId) ?? '–')}`,
          from,
          until,
        })),
      )
    },
    [rotas, team, service],
  )
}

/** Opens a new activity at this time. The calendar closes, because the activity needs a place on the map. */
const planAt = (workspace: Workspace, at: string): Workspace => ({
  ...workspace,
  view: undefined,
  panel: 'activities',
  back: undefined,
  selected: undefined,
  form: 'activity.new',
  at,
})
