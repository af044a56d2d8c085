import { sql } from 'kysely'
import {
  type Actor,
  type AoiKind,
  type AoiSummary,
  type EventType,
  kindOf,
  type Language,
  type ListedAois,
  type Question,
  textIn,
} from '#contract'
import { type Filter, visibleAois } from '../../core/aoi/filter.ts'
import * as communities from '../../core/community/queries.ts'
import * as eventTypes from '../../core/event-type/queries.ts'
import * as regions from '../../core/region/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Cell } from '../formats/table.ts'
import { type AoiColumnId, texts } from './texts.ts'

export type ExportedAois = { query: Filter<ListedAois>; ids?: readonly string[] | undefined; language: Language }

/** A row of the list with its description, which lists omit. */
export type ExportedAoi = AoiSummary & { description: string }

export type AoiColumn = { _id: string; title: string; cell: (aoi: ExportedAoi) => Cell }

/** The rows of an export as a subquery. */
export const exportedAois = (actor: Actor, { query, ids }: ExportedAois) =>
  ids
    ? sql`(select a.* from ${visibleAois(actor, query)} a where a.id = any(${ids as string[]}::uuid[]))`
    : visibleAois(actor, query)

const kindsOf = (query: ExportedAois['query']): AoiKind[] =>
  query.type === 'shared' && kindOf(query) === 'event' ? ['event', 'activity', 'sensor'] : [kindOf(query)]

type Names = Record<'types' | 'communities' | 'regions', ReadonlyMap<string, string>>

const namesFor = async (db: Db, actor: Actor, types: readonly EventType[], language: Language): Promise<Names> => {
  const allCommunities = await communities.ofServices(db, actor.visibleServiceIds)
  const allRegions = await regions.ofServices(db, actor.visibleServiceIds)
  return {
    types: new Map(types.map((type) => [type._id, textIn(type, 'name', language)])),
    communities: new Map(allCommunities.map((one) => [one._id, textIn(one, 'title', language)])),
    regions: new Map(allRegions.map((one) => [one._id, textIn(one, 'name', language)])),
  }
}

const DEGREE_DIGITS = 7
const rounded = (degrees: number | undefined): number | undefined =>
  degrees === undefined ? undefined : Number(degrees.toFixed(DEGREE_DIGITS))
const timeOf = (time: string | null | undefined): Date | undefined => (time ? new Date(time) : undefined)

const everyKind: readonly AoiKind[] = ['event', 'activity', 'sensor']

/** The columns that do not depend on the event types, in the order of the file. */
const columnsWith = (
  language: Language,
  names: Names,
): [id: AoiColumnId, kinds: readonly AoiKind[], cell: (aoi: ExportedAoi) => Cell][] => {
  const { states, statuses, yes, no, place } = texts[language]
  const coordinates = ({ geometry }: ExportedAoi) => geometry[0]?.coordinates ?? []
  return [
    ['name', everyKind, ({ properties }) => properties.name],
    ['created', everyKind, ({ properties }) => timeOf(properties.creationTime)],
    ['phone', everyKind, ({ properties }) => properties.creator?.phone],
    [
      'creator',
      everyKind,
      ({ properties: { creator } }) =>
        creator && ([creator.firstName, creator.lastName].filter(Boolean).join(' ') || creator.username),
    ],
    [
      'address',
      everyKind,
      (aoi) => {
        const [lng = 0, lat = 0] = coordinates(aoi)
        return aoi.address || place(lat.toFixed(2), lng.toFixed(2))
      },
    ],
    [
      'community',
      ['activity'],
      ({ properties: { activity } }) => names.communities.get(activity?.communityId ?? '') ?? '',
    ],
    ['start', ['activity'], ({ properties: { activity } }) => timeOf(activity?.startTime)],
    ['end', ['activity'], ({ properties: { activity } }) => timeOf(activity?.plannedTime)],
    ['isPublic', ['activity'], ({ properties: { activity } }) => activity && (activity.isPublic ? yes : no)],
    [
      'subscribers',
      ['activity'],
      ({ properties: { activity }, subscribersCount }) => (activity ? subscribersCount : undefined),
    ],
    ['number', everyKind, ({ number }) => number],
    [
      'type',
      ['event'],
      ({ properties: { publicAction } }) => publicAction && (names.types.get(publicAction._id) ?? publicAction.name),
    ],
    ['state', ['event', 'activity'], ({ state, properties }) => (properties.forSensors ? undefined : states[state])],
    ['status', ['sensor'], ({ properties: { status } }) => status && statuses[status]],
    ['radius', ['sensor'], ({ properties: { area } }) => area?.radiusMetres],
    ['region', everyKind, ({ region }) => names.regions.get(region ?? '') ?? ''],
    ['description', everyKind, ({ description }) => description],
    ['latitude', everyKind, (aoi) => rounded(coordinates(aoi)[1])],
    ['longitude', everyKind, (aoi) => rounded(coordinates(aoi)[0])],
  ]
}

const answerOf = (aoi: ExportedAoi, id: string): string =>
  aoi.properties.publicAction?.fields?.find(({ _id }) => _id === id)?.value ?? ''

/** Translates a stored answer: `yes`, `no`, or a choice in the words of the question's author. */
const answerText = ({ kind, translations }: Question, value: string, language: Language): string => {
  if (kind === 'yesNo' && /^(yes|no)$/i.test(value)) return texts[language][/^yes$/i.test(value) ? 'yes' : 'no']
  return translations[language]?.[`choices.${value}`] || value
}

type AskedColumn = AoiColumn & { typeName: string }

/** Questions of the exported types in the order of their forms, then other answered questions. */
const questionColumns = (
  types: readonly EventType[],
  present: ReadonlySet<string>,
  answered: readonly Answered[],
  language: Language,
): AskedColumn[] => {
  const hasAnswers = new Set(answered.map(({ id }) => id))
  const known = types.flatMap((type) =>
    type.fields
      .filter(({ _id, isArchived }) => hasAnswers.has(_id) || (!isArchived && present.has(type._id)))
      .map((question) => ({
        _id: question._id,
        title: textIn(question, 'name', language),
        typeName: textIn(type, 'name', language),
        cell: (aoi: ExportedAoi) => answerText(question, answerOf(aoi, question._id), language),
      })),
  )
  const ids = new Set(known.map(({ _id }) => _id))
  const foreign = answered.filter(({ id }) => !ids.has(id))
  return [
    ...known,
    ...foreign.map(({ id, name, typeName }) => ({
      _id: id,
      title: name,
      typeName,
      cell: (aoi: ExportedAoi) => answerOf(aoi, id),
    })),
  ]
}

/** A question that two types share names its type. No two titles are equal, since some formats use them as keys. */
const withOwnTitles = (fixed: readonly AoiColumn[], asked: readonly AskedColumn[]): AoiColumn[] => {
  const sameTitles = Map.groupBy(asked, ({ title }) => title)
  const columns = [
    ...fixed,
    ...asked.map(({ typeName, ...column }) => {
      const isShared = (sameTitles.get(column.title)?.length ?? 0) > 1
      return isShared ? { ...column, title: `${column.title} (${typeName})` } : column
    }),
  ]
  const used = new Set<string>()
  return columns.map((column) => {
    let title = column.title
    for (let count = 2; used.has(title); count++) title = `${column.title} (${count})`
    used.add(title)
    return { ...column, title }
  })
}

type Answered = { id: string; name: string; typeName: string }

/** All types of the visible services, also archived ones. */
export const typesFor = async (db: Db, { visibleServiceIds }: Actor): Promise<EventType[]> => {
  const types: EventType[] = []
  for (const serviceId of visibleServiceIds) types.push(...(await eventTypes.everOfService(db, serviceId)))
  return types
}

type Reader = { types: readonly EventType[]; kinds: readonly AoiKind[]; language: Language }

/** The columns of these kinds that do not depend on the event types, in the order of the file. */
export const fixedColumns = async (
  db: Db,
  actor: Actor,
  { types, kinds, language }: Reader,
): Promise<(AoiColumn & { _id: AoiColumnId })[]> =>
  columnsWith(language, await namesFor(db, actor, types, language))
    .filter(([, of]) => of.some((kind) => kinds.includes(kind)))
    .map(([_id, , cell]) => ({ _id, title: texts[language].columns[_id], cell }))

/** The number of rows of an export, and all columns that the member can choose. */
export const aboutAois = async (
  db: Db,
  actor: Actor,
  exported: ExportedAois,
): Promise<{ rows: number; columns: AoiColumn[] }> => {
  const { query, language } = exported
  const found = exportedAois(actor, exported)
  const { rows: counts } = await sql<{ id: string | null; count: number }>`
    select a.event_type_id as id, count(*)::int as count from ${found} a group by 1`.execute(db)
  const { rows: answered } = await sql<Answered>`
    select n.question_id as id, min(n.question_name) as name, coalesce(min(t.name), '') as type_name
    from ${found} a join aoi_answer n on n.aoi_id = a.id left join event_type t on t.id = a.event_type_id
    group by 1 order by 3, 2`.execute(db)
  const types = await typesFor(db, actor)
  const fixed = await fixedColumns(db, actor, { types, kinds: kindsOf(query), language })
  const present = new Set(counts.flatMap(({ id }) => id ?? []))
  return {
    rows: counts.reduce((sum, { count }) => sum + count, 0),
    columns: withOwnTitles(fixed, questionColumns(types, present, answered, language)),
  }
}
