import { sql } from 'kysely'
import { type AoiSummary, displayName, type LngLat, placeOf, type SensorSummary, textIn } from '#contract'
import * as sensorQueries from '../../alarms/sensor/queries.ts'
import { visibleAois } from '../../core/aoi/filter.ts'
import { summaryOf } from '../../core/aoi/row.ts'
import * as communities from '../../core/community/queries.ts'
import * as regionQueries from '../../core/region/queries.ts'
import * as team from '../../people/user/team.ts'
import { type Item, placed, type Read, type ShortListKind } from './short-list.ts'
import { texts } from './texts.ts'

const membersOf: Read = async (db, { visibleServiceIds }, { language }) => {
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

const groupsOf: Read = async (db, { visibleServiceIds }, { language }) => {
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

const areasAndSensors: Read = async (db, actor, { language }) => {
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
  const all: SensorSummary[] = JSON.parse(await sensorQueries.list(db, actor))
  const alone = all.map(({ _id: id, name, state, createdAt, location }): Item => {
    const place: LngLat | undefined = location ? [location.longitude, location.latitude] : undefined
    const cells = { kind: sensorWord, name, state: isState(state) ? sensorStates[state] : state }
    return { id, name, place, cells: { ...cells, created: new Date(createdAt), ...placed(place) } }
  })
  return [...areas, ...alone]
}

const regionsOf: Read = async (db, { visibleServiceIds }, { language }) =>
  (await regionQueries.ofServices(db, visibleServiceIds)).map((region) => {
    const name = textIn(region, 'name', language)
    return {
      id: region._id,
      name,
      outline: region.geometry.coordinates,
      cells: { name, members: region.usersCount },
    }
  })

export const members: ShortListKind = {
  needs: 'member.list',
  columns: ['name', 'username', 'role', 'service', 'phone', 'created'],
  read: membersOf,
}

export const groups: ShortListKind = {
  needs: 'community.list',
  columns: ['name', 'community', 'leader', 'members', 'created', 'address', 'latitude', 'longitude'],
  read: groupsOf,
}

export const sensors: ShortListKind = {
  needs: 'sensor.list',
  columns: ['kind', 'name', 'state', 'address', 'created', 'latitude', 'longitude'],
  read: areasAndSensors,
}

export const regions: ShortListKind = { needs: 'region.list', columns: ['name', 'members'], read: regionsOf }
