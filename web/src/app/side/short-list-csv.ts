import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type AoiSummary, displayName, type GroupSummary, type MemberGroups, type SensorSummary } from '#contract'
import { communityNames } from '../../community/data.ts'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { stateText } from '../../sensor/state-text.ts'
import { BYTE_ORDER_MARK, lineOf } from '../../ui/text/csv.ts'

export type ShortList = 'users' | 'groups' | 'aois'

type Row = readonly string[]

const teamRows = (queries: QueryClient, t: TFunction): Row[] => [
  [
    t('listCsv.name'),
    t('listCsv.username'),
    t('listCsv.role'),
    t('listCsv.service'),
    t('listCsv.phone'),
    t('listCsv.createdAt'),
  ],
  ...(queries.getQueryData<MemberGroups>(['user', 'grouped'])?.total ?? []).map((member) => [
    displayName(member),
    member.username,
    member.role ? nameOf(member.role) : '',
    titleOf(member.service),
    member.phone ?? '',
    member.createdAt,
  ]),
]

const groupRows = async (queries: QueryClient, t: TFunction): Promise<Row[]> => {
  const communities = await communityNames(queries)
  const groups = queries.getQueryData<GroupSummary[]>(['community', 'groups']) ?? []
  return [
    [t('listCsv.name'), t('listCsv.community'), t('listCsv.leader'), t('listCsv.members'), t('listCsv.createdAt')],
    ...groups.map((group) => [
      nameOf(group),
      communities.get(group.communityId) ?? '',
      group.admin ? displayName(group.admin) : '',
      String(group.membersCount),
      group.createdAt,
    ]),
  ]
}

const areaRows = (queries: QueryClient, t: TFunction): Row[] => {
  const areas = queries.getQueryData<AoiSummary[]>(['aoi', 'areas']) ?? []
  const sensors = queries.getQueryData<SensorSummary[]>(['sensor', 'list']) ?? []
  return [
    [t('listCsv.kind'), t('listCsv.name'), t('listCsv.state'), t('listCsv.address'), t('listCsv.createdAt')],
    ...areas.map(({ properties, address }) => [
      t('listCsv.area'),
      properties.name,
      t(`sensor.status.${properties.status ?? 'OK'}`),
      address ?? '',
      properties.creationTime,
    ]),
    ...sensors.map((sensor) => [t('listCsv.sensor'), sensor.name, stateText(sensor.state, t), '', sensor.createdAt]),
  ]
}

/** Downloads what the list shows, from the answers it was drawn with. */
export const saveCsv = async (
  list: ShortList,
  queries: QueryClient,
  { t, fileName }: { t: TFunction; fileName: string },
): Promise<void> => {
  const rows =
    list === 'users' ? teamRows(queries, t) : list === 'groups' ? await groupRows(queries, t) : areaRows(queries, t)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, ...rows.map(lineOf)], { type: 'text/csv' }))
  link.download = fileName
  link.click()
  URL.revokeObjectURL(link.href)
}
