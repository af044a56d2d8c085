import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import {
  type AoiSummary,
  type Community,
  displayName,
  type GroupSummary,
  type MemberGroups,
  type SensorSummary,
} from '#contract'
import { sensorKeys } from '../../alarms/sensor/keys.ts'
import { sensorItems, sensorTabs } from '../../alarms/sensor/list/items.ts'
import { stateText } from '../../alarms/sensor/state-text.ts'
import { aoiKeys } from '../../core/aoi/keys.ts'
import { groupSections } from '../../core/community/group-sections.ts'
import { communityKeys } from '../../core/community/keys.ts'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { userKeys } from '../../people/user/keys.ts'
import { teamItems, teamTabs } from '../../people/user/team/team-items.ts'
import { BYTE_ORDER_MARK, lineOf, timeText } from '../../ui/text/csv.ts'
import { listOrderOf, type ShortList } from '../workspace/aoi-query.ts'
import type { Workspace } from '../workspace/workspace.ts'

export type ShownList = Pick<Workspace, 'tab' | 'find' | 'sort' | 'order'>

type Row = readonly string[]

/** Closed groups are exported too. */
const closed: ReadonlySet<string> = new Set()

const teamRows = (team: MemberGroups, { tab, find = '', ...sorting }: ShownList, t: TFunction): Row[] => [
  [
    t('listCsv.name'),
    t('listCsv.username'),
    t('listCsv.role'),
    t('listCsv.service'),
    t('listCsv.phone'),
    t('listCsv.createdAt'),
  ],
  ...teamItems(team, {
    tab: teamTabs.find((one) => one === tab) ?? 'name',
    find,
    closed,
    order: listOrderOf(sorting, 'users'),
  }).flatMap((item): Row[] => {
    if (item.kind === 'group') return []
    const { member } = item
    const { username, role, service, phone, createdAt } = member
    return [
      [displayName(member), username, role ? nameOf(role) : '', titleOf(service), phone ?? '', timeText(createdAt)],
    ]
  }),
]

type Groups = { communities: readonly Community[]; groups: readonly GroupSummary[] }

const groupRows = (data: Groups, { find = '', ...sorting }: ShownList, t: TFunction): Row[] => [
  [t('listCsv.name'), t('listCsv.community'), t('listCsv.leader'), t('listCsv.members'), t('listCsv.createdAt')],
  ...groupSections(data, { find, order: listOrderOf(sorting, 'groups') }).flatMap(({ community, groups }) =>
    groups.map((group) => [
      nameOf(group),
      titleOf(community),
      group.admin ? displayName(group.admin) : '',
      String(group.membersCount),
      timeText(group.createdAt),
    ]),
  ),
]

type Areas = { areas: readonly AoiSummary[]; sensors: readonly SensorSummary[] }

const areaRows = (data: Areas, { tab, find = '', ...sorting }: ShownList, t: TFunction): Row[] => [
  [t('listCsv.kind'), t('listCsv.name'), t('listCsv.state'), t('listCsv.address'), t('listCsv.createdAt')],
  ...sensorItems(data, {
    tab: sensorTabs.find((one) => one === tab) ?? 'all',
    find,
    closed,
    ...(sorting.sort && { order: listOrderOf(sorting, 'aois') }),
  }).flatMap((item): Row[] => {
    if (item.kind === 'group') return []
    if (item.kind === 'sensor') {
      const { name, state, createdAt } = item.sensor
      return [[t('listCsv.sensor'), name, stateText(state, t), '', timeText(createdAt)]]
    }
    const { properties, address } = item.area
    const state = t(`sensor.status.${properties.status ?? 'OK'}`)
    return [[t('listCsv.area'), properties.name, state, address ?? '', timeText(properties.creationTime)]]
  }),
]

export const csvRows = (list: ShortList, queries: QueryClient, shown: ShownList, t: TFunction): Row[] => {
  const cached = <Answer>(queryKey: readonly unknown[]) => queries.getQueryData<Answer>(queryKey)
  if (list === 'users')
    return teamRows(cached<MemberGroups>(userKeys.team) ?? { total: [], byRole: [], byService: [] }, shown, t)
  if (list === 'groups')
    return groupRows(
      {
        communities: cached<Community[]>(communityKeys.communities) ?? [],
        groups: cached<GroupSummary[]>(communityKeys.groups) ?? [],
      },
      shown,
      t,
    )
  return areaRows(
    {
      areas: cached<AoiSummary[]>(aoiKeys.list('areas')) ?? [],
      sensors: cached<SensorSummary[]>(sensorKeys.list) ?? [],
    },
    shown,
    t,
  )
}

type Target = { t: TFunction; fileName: string }

export const saveCsv = (list: ShortList, queries: QueryClient, shown: ShownList, { t, fileName }: Target): void => {
  const lines = csvRows(list, queries, shown, t).map(lineOf)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv' }))
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
