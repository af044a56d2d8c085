import { sql } from 'kysely'
import { type AoiChange, type EventType, Problem, type SystemChange } from '#contract'
import type { Db } from '../db/database.ts'
import { pointText } from '../db/point.ts'
import { searchTextOf } from '../search/meaning.ts'
import { storeAnswers } from './answers.ts'
import { placeOnLocalMaps } from './local-maps.ts'
import { regionAt } from './region.ts'
import { descriptionColumns } from './text.ts'

type FieldChange = NonNullable<SystemChange['fields']>[number]

const groupNames = sql<string | null>`(select string_agg(g.name, ', ' order by g.name)
  from aoi_group i join community_group g on g.id = i.group_id where i.aoi_id = aoi.id)`

const sensorNames = sql<string | null>`(select string_agg(s.name, ', ' order by s.name)
  from aoi_sensor i join sensor s on s.id = i.sensor_id where i.aoi_id = aoi.id)`

const readState = (db: Db, id: string) =>
  db
    .selectFrom('aoi')
    .leftJoin('eventType', 'eventType.id', 'aoi.eventTypeId')
    .leftJoin('region', 'region.id', 'aoi.regionId')
    .leftJoin('community', 'community.id', 'aoi.communityId')
    .select(['aoi.name', 'aoi.descriptionText', 'aoi.serviceId', 'aoi.imageFileId', 'aoi.place'])
    .select(['aoi.address', 'aoi.isRegionChosen', 'eventType.name as typeName', 'region.name as regionName'])
    .select(['community.title as communityTitle', 'aoi.startAt', 'aoi.endAt', 'aoi.isPublic', groupNames.as('groups')])
    .select(['aoi.radiusMetres', 'aoi.coordinates', 'aoi.takesSensorsInside', sensorNames.as('sensors')])
    .where('aoi.id', '=', id)
    .executeTakeFirstOrThrow()

type State = Awaited<ReturnType<typeof readState>>

/** Cuts a value for the log: enough to recognise it, never a second copy of a long text. */
const short = (text: string | null) => (text && text.length > 200 ? `${text.slice(0, 199)}…` : text)

/** Fields whose values are not logged, only that they changed. */
const maskedFields = ['image', 'outline']

const differences = (old: State, now: State): FieldChange[] => {
  const readers: [string, (state: State) => string | null][] = [
    ['name', (state) => state.name],
    ['description', (state) => state.descriptionText],
    ['publicAction', (state) => state.typeName],
    ['place', (state) => state.address ?? `${state.place.y.toFixed(5)}, ${state.place.x.toFixed(5)}`],
    ['region', (state) => state.regionName],
    ['image', (state) => state.imageFileId],
    ['community', (state) => state.communityTitle],
    ['groups', (state) => state.groups],
    ['startTime', (state) => state.startAt?.toISOString() ?? null],
    ['plannedTime', (state) => state.endAt?.toISOString() ?? null],
    ['isPublic', (state) => String(state.isPublic)],
    ['radius', (state) => (state.radiusMetres === null ? null : `${Math.round(state.radiusMetres)} m`)],
    ['outline', (state) => state.coordinates && JSON.stringify(state.coordinates)],
    ['sensorsInside', (state) => String(state.takesSensorsInside)],
    ['sensors', (state) => state.sensors],
  ]
  return readers.flatMap(([field, of]) => {
    const [from, to] = [of(old), of(now)]
    if (from === to) return []
    if (!maskedFields.includes(field)) return [{ field, from: short(from), to: short(to) }]
    return [{ field, from: from && '•', to: to && '•' }]
  })
}

export const answersOf = async (db: Db, aoiId: string) =>
  db.selectFrom('aoiAnswer').select(['questionName', 'value']).where('aoiId', '=', aoiId).orderBy('sortOrder').execute()

const answerDifferences = (old: { questionName: string; value: string }[], now: typeof old): FieldChange[] => {
  const names = [...new Set([...old, ...now].map(({ questionName }) => questionName))]
  const valueIn = (list: typeof old, name: string) =>
    list.find(({ questionName }) => questionName === name)?.value ?? null
  return names.flatMap((field) => {
    const [from, to] = [valueIn(old, field), valueIn(now, field)]
    return from === to ? [] : [{ field, from: short(from), to: short(to) }]
  })
}

const place = async (db: Db, old: State, change: AoiChange, address: string | null | undefined) => {
  const chosen = [change.region].flat()[0]
  if (chosen) {
    const region = await db
      .selectFrom('region')
      .select('id')
      .where('id', '=', chosen)
      .where('serviceId', '=', old.serviceId)
      .executeTakeFirst()
    if (!region) throw new Problem('invalid', { fields: { region: 'form.invalid' } })
  }
  const moved = change.startCoordinates
  const followsPlace = chosen === null || (moved && !chosen && !old.isRegionChosen)
  const lngLat = moved ? ([moved.lng, moved.lat] as const) : ([old.place.x, old.place.y] as const)
  return {
    ...(moved && {
      place: pointText([moved.lng, moved.lat]),
      altitude: moved.altitude,
      address: change.address || (address ?? null),
    }),
    ...(!moved && change.address !== undefined && { address: change.address || null }),
    ...(chosen && { regionId: chosen, isRegionChosen: true }),
    ...(followsPlace && { regionId: await regionAt(db, old.serviceId, lngLat), isRegionChosen: false }),
  }
}

/** Changes the fields that were sent, and returns those whose value is different now. */
export const changeAoi = async (
  db: Db,
  id: string,
  change: AoiChange,
  more: {
    type: EventType | undefined
    imageFileId: string | undefined
    address: string | null | undefined
    /** Writes the columns that only this kind of AOI has. */
    ofKind?: (() => Promise<void>) | undefined
  },
): Promise<FieldChange[]> => {
  const old = await readState(db, id)
  const oldAnswers = await answersOf(db, id)
  if (more.type) {
    await db.deleteFrom('aoiAnswer').where('aoiId', '=', id).execute()
    await storeAnswers(db, id, more.type, change.publicAction?.fields ?? [])
  }
  if (change.localMaps) await placeOnLocalMaps(db, id, old.serviceId, change.localMaps)
  const answers = await answersOf(db, id)
  const text = change.description === undefined ? {} : descriptionColumns(change.description)
  const name = change.name ?? old.name
  await db
    .updateTable('aoi')
    .set({
      name,
      ...text,
      ...(more.type && { eventTypeId: more.type._id }),
      ...(change.removeImage && { imageFileId: null }),
      ...(more.imageFileId && { imageFileId: more.imageFileId }),
      ...(await place(db, old, change, more.address)),
      searchText: searchTextOf({
        name,
        descriptionText: old.descriptionText,
        ...text,
        answers: answers.map(({ value }) => value),
      }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
  await more.ofKind?.()
  return [...differences(old, await readState(db, id)), ...answerDifferences(oldAnswers, answers)]
}
