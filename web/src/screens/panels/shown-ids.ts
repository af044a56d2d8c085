import type { QueryClient } from '@tanstack/react-query'
import type {
  Alarm,
  AoiSummary,
  Community,
  ExportList,
  GroupSummary,
  MemberGroups,
  Region,
  SensorSummary,
  WarningList,
} from '#contract'
import { ruleKeys } from '../../alarms/rule/keys.ts'
import { sensorKeys } from '../../alarms/sensor/keys.ts'
import { sensorItems, sensorTabs } from '../../alarms/sensor/list/items.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { groupSections } from '../../core/community/group-sections.ts'
import { communityKeys } from '../../core/community/keys.ts'
import { warningKeys } from '../../exchange/warning/keys.ts'
import { warningParts } from '../../exchange/warning/words.ts'
import { serviceKeys } from '../../people/service/keys.ts'
import { userKeys } from '../../people/user/keys.ts'
import { teamItems, teamTabs } from '../../people/user/team/team-items.ts'
import { listOrderOf } from '../workspace/aoi-query.ts'
import type { Workspace } from '../workspace/workspace.ts'

export const exportNames = {
  users: 'members',
  groups: 'groups',
  aois: 'sensors',
  regions: 'regions',
  alarms: 'alarms',
  warnings: 'warnings',
} as const satisfies Record<string, ExportList>
export type ExportedPanel = keyof typeof exportNames

type ShownList = Pick<Workspace, 'tab' | 'find' | 'sort' | 'order'>

/** No group is closed here, because an export includes the rows of collapsed groups. */
const closed: ReadonlySet<string> = new Set()

const teamIds = (team: MemberGroups, { tab, find = '', ...sorting }: ShownList): string[] =>
  teamItems(team, {
    tab: teamTabs.find((one) => one === tab) ?? 'name',
    find,
    closed,
    order: listOrderOf(sorting, 'users'),
  }).flatMap((item) => (item.kind === 'group' ? [] : item.member._id))

type Groups = { communities: readonly Community[]; groups: readonly GroupSummary[] }

const groupIds = (data: Groups, { find = '', ...sorting }: ShownList): string[] =>
  groupSections(data, { find, order: listOrderOf(sorting, 'groups') }).flatMap(({ groups }) =>
    groups.map(({ _id }) => _id),
  )

type Areas = { areas: readonly AoiSummary[]; sensors: readonly SensorSummary[] }

const areaIds = (data: Areas, { tab, find = '', ...sorting }: ShownList): string[] =>
  sensorItems(data, {
    tab: sensorTabs.find((one) => one === tab) ?? 'all',
    find,
    closed,
    ...(sorting.sort && { order: listOrderOf(sorting, 'aois') }),
  }).flatMap((item) => (item.kind === 'group' ? [] : item.kind === 'sensor' ? item.sensor._id : item.area._id))

const idsOf = (rows: readonly { _id: string }[] = []): string[] => rows.map(({ _id }) => _id)

/** Ids of a list's rows, in the displayed order. */
export const shownIds = (
  list: ExportedPanel,
  queries: QueryClient,
  shown: ShownList & { serviceId: string },
): string[] => {
  const cached = <Answer>(queryKey: readonly unknown[]) => queries.getQueryData<Answer>(queryKey)
  if (list === 'alarms') return idsOf(cached<Alarm[]>(ruleKeys.alarms()))
  if (list === 'regions') return idsOf(cached<{ regions: Region[] }>(serviceKeys.one(shown.serviceId))?.regions)
  if (list === 'warnings') {
    const { current, coming } = warningParts(cached<WarningList>(warningKeys.list)?.warnings ?? [], new Date())
    return idsOf([...current, ...coming])
  }
  if (list === 'users')
    return teamIds(cached<MemberGroups>(userKeys.team) ?? { total: [], byRole: [], byService: [] }, shown)
  if (list === 'groups')
    return groupIds(
      {
        communities: cached<Community[]>(communityKeys.communities) ?? [],
        groups: cached<GroupSummary[]>(communityKeys.groups) ?? [],
      },
      shown,
    )
  return areaIds(
    {
      areas: cached<AoiSummary[]>(aoiKeys.list('areas')) ?? [],
      sensors: cached<SensorSummary[]>(sensorKeys.list) ?? [],
    },
    shown,
  )
}
