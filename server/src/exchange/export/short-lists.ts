import { sql } from 'kysely'
import {
  type Action,
  type Actor,
  type AoiSummary,
  displayName,
  type ExportList,
  type Language,
  type LngLat,
  placeOf,
  type SensorSummary,
  textIn,
} from '#contract'
import * as sensors from '../../alarms/sensor/queries.ts'
import { visibleAois } from '../../core/aoi/filter.ts'
import { summaryOf } from '../../core/aoi/row.ts'
import * as communities from '../../core/community/queries.ts'
import * as regions from '../../core/region/queries.ts'
import * as team from '../../people/user/team.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Cell, Row } from '../formats/table.ts'
import type { ExportableList } from './list.ts'
import { type ShortColumnId, texts } from './texts.ts'

type ShortList = Exclude<ExportList, 'aois'>

/** Values of a row of a short list, by column. */
type Item = Omit<Row, 'cells'> & { cells: Partial<Record<ShortColumnId, Cell>> }
type Read = (db: Db, actor: Actor, language: Language) => Promise<Item[]>

/** The right that each list needs in addition to the right to export. */
export const rightTo: Record<ShortList, Action> = {
  members: 'member.list',
  groups: 'community.list',
  sensors: 'sensor.list',
  regions: 'region.list',
}

const columnsOf: Record<ShortList, readonly ShortColumnId[]> = {
  members: ['name', 'username', 'role', 'service', 'phone', 'created'],
  groups: ['name', 'community', 'leader', 'members', 'created', 'address', 'latitude', 'longitude'],
  sensors: ['kind', 'name', 'state', 'address', 'created', 'latitude', 'longitude'],
  regions: ['name', 'members'],
}

const members: Read = async (db, { visibleServiceIds }, language) => {
  const all = await team.ofServices({ db, online: new Set(), serviceIds: visibleServiceIds })
  return all.map((member) => {
    const { _id: id, username, role, service, phone, createdAt } = member
    const name = displayName(member)
    const cells = {
      name,
      username,
      phone,
      created: new Date(createdAt),
      role: role && textIn(role, 'name', language),
      service: textIn(service, 'title', language),
    }
    return { id, name, cells }
  })
}

const placed = (place: LngLat | undefined | null) => ({ longitude: place?.[0], latitude: place?.[1] })

const groups: Read = async (db, { visibleServiceIds }, language) => {
  const all = await communities.ofServices(db, visibleServiceIds)
  const titles = new Map(all.map((one) => [one._id, textIn(one, 'title', language)]))
  return (await communities.groupsOf(db, visibleServiceIds)).map((group) => {
    const name = textIn(group, 'name', language)
    const cells = {
      name,
      community: titles.get(group.communityId),
      leader: group.admin && displayName(group.admin),
      members: group.membersCount,
      created: new Date(group.createdAt),
      address: group.location,
      ...placed(group.position),
    }
    return { id: group._id, name, place: group.position ?? undefined, cells }
  })
}

const isState = (state: string): state is keyof (typeof texts)['en']['sensorStates'] =>
  Object.hasOwn(texts.en.sensorStates, state)

const areasAndSensors: Read = async (db, actor, language) => {
  const { area: areaWord, sensor: sensorWord, statuses, sensorStates } = texts[language]
  const { rows } = await sql<{ json: string }>`
    select ${summaryOf(sql`a`, actor)}::text as json from ${visibleAois(actor, { type: 'all', isSensors: true })} a
    order by a.created_at desc, a.id`.execute(db.withoutPlugins())
  const areas = rows.map(({ json }): Item => {
    const area: AoiSummary = JSON.parse(json)
    const { name, status, creationTime, area: shape } = area.properties
    const place = placeOf(area)
    const created = new Date(creationTime)
    const cells = { kind: areaWord, name, state: statuses[status ?? 'OK'], address: area.address, created }
    return {
      id: area._id,
      name,
      place,
      outline: shape?.coordinates ?? undefined,
      cells: { ...cells, ...placed(place) },
    }
  })
  const all: SensorSummary[] = JSON.parse(await sensors.list(db, actor))
  const alone = all.map(({ _id: id, name, state, createdAt, location }): Item => {
    const place: LngLat | undefined = location ? [location.longitude, location.latitude] : undefined
    const cells = { kind: sensorWord, name, state: isState(state) ? sensorStates[state] : state }
    return { id, name, place, cells: { ...cells, created: new Date(createdAt), ...placed(place) } }
  })
  return [...areas, ...alone]
}

const regionItems: Read = async (db, { visibleServiceIds }, language) =>
  (await regions.ofServices(db, visibleServiceIds)).map((region) => {
    const name = textIn(region, 'name', language)
    return {
      id: region._id,
      name,
      outline: region.geometry.coordinates,
      cells: { name, members: region.usersCount },
    }
  })

const read: Record<ShortList, Read> = { members, groups, sensors: areasAndSensors, regions: regionItems }

/** The items with these ids, in the order of the ids. */
const chosen = (items: readonly Item[], ids: readonly string[]): Item[] => {
  const byId = new Map(items.map((item) => [item.id, item]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

const PAGE_ROWS = 500

/** Reads a list whole: the API sends it without pages too, so it is short enough. */
export const shortList = async (
  db: Db,
  actor: Actor,
  { list, ids, language }: { list: ShortList; ids?: readonly string[] | undefined; language: Language },
): Promise<ExportableList> => {
  const all = await read[list](db, actor, language)
  const items = ids ? chosen(all, ids) : all
  const columns = columnsOf[list]
  return {
    title: texts[language].lists[list],
    fileName: list,
    rows: items.length,
    columns: columns.map((_id) => ({ _id, title: texts[language].shortColumns[_id] })),
    pages: async function* (isShown) {
      const shown = columns.filter(isShown)
      for (let from = 0; from < items.length; from += PAGE_ROWS)
        yield items.slice(from, from + PAGE_ROWS).map((item) => ({ ...item, cells: shown.map((id) => item.cells[id]) }))
    },
  }
}
