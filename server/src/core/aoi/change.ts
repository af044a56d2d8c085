import { type RawBuilder, sql } from 'kysely'
import {
  type AoiChange,
  type EventType,
  type FieldChange,
  type Language,
  languageCodes,
  Problem,
  type Translations,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { pointText } from '../../platform/db/point.ts'
import { descriptionColumns, placeOnLocalMaps, storeAnswers } from './draft.ts'
import { regionAt } from './region.ts'
import { searchTextOf } from './search.ts'

type TranslatedName = { name: string; translations: Translations }

const namesIn = (rows: RawBuilder<unknown>) =>
  sql<TranslatedName[]>`(select coalesce(json_agg(json_build_object('name', n.name, 'translations', n.translations)
    order by n.name), '[]') from (${rows}) n)`
const typeNames = namesIn(sql`select name, translations from event_type where id = aoi.event_type_id`)
const regionNames = namesIn(sql`select name, translations from region where id = aoi.region_id`)
const communityNames = namesIn(sql`select title as name, translations from community where id = aoi.community_id`)
const groupNames = namesIn(sql`select g.name, g.translations
  from aoi_group i join community_group g on g.id = i.group_id where i.aoi_id = aoi.id`)

const sensorNames = sql<string | null>`(select string_agg(s.name, ', ' order by s.name)
  from aoi_sensor i join sensor s on s.id = i.sensor_id where i.aoi_id = aoi.id)`

const readState = (db: Db, id: string) =>
  db
    .selectFrom('aoi')
    .select(['aoi.name', 'aoi.descriptionText', 'aoi.serviceId', 'aoi.imageFileId', 'aoi.place'])
    .select(['aoi.address', 'aoi.isRegionChosen', typeNames.as('type'), regionNames.as('region')])
    .select(['aoi.startAt', 'aoi.endAt', 'aoi.isPublic', groupNames.as('groups')])
    .select(communityNames.as('community'))
    .select(['aoi.radiusMetres', 'aoi.coordinates', 'aoi.takesSensorsInside', sensorNames.as('sensors')])
    .where('aoi.id', '=', id)
    .executeTakeFirstOrThrow()

type State = Awaited<ReturnType<typeof readState>>

/** Shortens a logged value, so that the log holds no second copy of a long text. */
const short = (text: string | null) => (text && text.length > 200 ? `${text.slice(0, 199)}…` : text)

/** Fields whose values are not logged. The log says only that they changed. */
const maskedFields = ['image', 'outline']

type Value = string | null | TranslatedName[]

const valueText = (value: Value, language?: Language): string | null => {
  if (!Array.isArray(value)) return value
  const nameOf = ({ name, translations }: TranslatedName) => {
    const texts = language && translations[language]
    return texts?.name || texts?.title || name
  }
  return value.length > 0 ? value.map(nameOf).join(', ') : null
}

/** Change of a field for the log, with names in all languages that have one. */
const changeOf = (field: string, from: Value, to: Value): FieldChange => {
  const textsIn = (language?: Language) => ({
    from: short(valueText(from, language)),
    to: short(valueText(to, language)),
  })
  const main = textsIn()
  const translations = Object.fromEntries(
    languageCodes.flatMap((language): [string, Record<string, string>][] => {
      const texts = textsIn(language)
      if (texts.from === main.from && texts.to === main.to) return []
      return [[language, { ...(texts.from && { from: texts.from }), ...(texts.to && { to: texts.to }) }]]
    }),
  )
  return { field, ...main, ...(Object.keys(translations).length > 0 && { translations }) }
}

const differences = (old: State, now: State): FieldChange[] => {
  const readers: [string, (state: State) => Value][] = [
    ['name', (state) => state.name],
    ['description', (state) => state.descriptionText],
    ['publicAction', (state) => state.type],
    ['place', (state) => state.address ?? `${state.place.y.toFixed(5)}, ${state.place.x.toFixed(5)}`],
    ['region', (state) => state.region],
    ['image', (state) => state.imageFileId],
    ['community', (state) => state.community],
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
    const from = of(old)
    const to = of(now)
    if (valueText(from) === valueText(to)) return []
    if (!maskedFields.includes(field)) return [changeOf(field, from, to)]
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
    const from = valueIn(old, field)
    const to = valueIn(now, field)
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

export const changeAoi = async (
  db: Db,
  id: string,
  change: AoiChange,
  more: {
    type: EventType | undefined
    imageFileId: string | undefined
    address: string | null | undefined
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
