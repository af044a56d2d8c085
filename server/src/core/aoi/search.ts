import { type RawBuilder, sql } from 'kysely'
import type { AoiState } from '#contract'
import type { Alias } from './reading.ts'

type Condition = RawBuilder<unknown>

/**
 * Value of the column `search_text`, in lower case. It leaves out names of members, types and communities, which are
 * matched by id, so that renaming one changes no AOI.
 */
export const searchTextOf = (aoi: {
  name: string
  descriptionText: string
  answers: readonly string[]
  visitorName?: string | undefined
}): string =>
  [aoi.name, aoi.descriptionText, ...aoi.answers, aoi.visitorName ?? ''].filter(Boolean).join('\n').toLowerCase()

const stateNames: Record<AoiState, readonly string[]> = {
  new: ['new', 'חדש', 'חדשים'],
  inProgress: ['in progress', 'בטיפול'],
  done: ['archived', 'בארכיון'],
}

/** A shorter text has no trigram and matches only at the start of words. */
const TRIGRAM = 3

const contains = (value: RawBuilder<unknown>, text: string): Condition => {
  const pattern = text.toLowerCase().replace(/[\\%_]/g, '\\$&')
  if ([...text].length >= TRIGRAM) return sql`${value} like ${`%${pattern}%`}`
  return sql`(${value} like ${`${pattern}%`} or ${value} like ${`% ${pattern}%`} or ${value} like ${`%\n${pattern}%`})`
}

const translated = (translations: RawBuilder<unknown>, key: 'name' | 'title') =>
  sql`(select string_agg(l.value ->> ${sql.lit(key)}, E'\n') from jsonb_each(${translations}) l)`

const memberName = sql`lower(m.first_name || ' ' || m.last_name || ' ' || m.username)`
const typeNames = sql`lower(concat_ws(E'\n', t.name, ${translated(sql`t.translations`, 'name')}))`
const communityNames = sql`lower(concat_ws(E'\n', c.title, ${translated(sql`c.translations`, 'title')}))`

/** Queries of the ids of members, types and communities whose names match, by the column that refers to them. */
const namedIds = (text: string, a: Alias): [column: RawBuilder<unknown>, ids: RawBuilder<unknown>][] => [
  [sql`${a}.creator_id`, sql`select m.id from member m where ${contains(memberName, text)}`],
  [sql`${a}.event_type_id`, sql`select t.id from event_type t where ${contains(typeNames, text)}`],
  [sql`${a}.community_id`, sql`select c.id from community c where ${contains(communityNames, text)}`],
]

const numberIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1]
  return digits ? Number(digits) : undefined
}

const hasState = (text: string, a: Alias): Condition[] =>
  Object.entries(stateNames).flatMap(([state, names]) =>
    names.includes(text.toLowerCase()) ? [sql`${a}.state = ${state}`] : [],
  )

/** Matches the main event of a merged report. PostgreSQL runs the subquery once, not for each row. */
const hasNumber = (text: string, a: Alias): Condition[] => {
  const number = numberIn(text)
  return number === undefined
    ? []
    : [sql`${a}.id = (select coalesce(o.main_id, o.id) from aoi o where o.number = ${number})`]
}

export const waysToMatch = (text: string, a: Alias) => ({
  byText: [contains(sql`${a}.search_text`, text), contains(sql`lower(${a}.address)`, text)],
  byState: hasState(text, a),
  byNumber: hasNumber(text, a),
  byName: namedIds(text, a),
})

/**
 * Whether an AOI matches a search. The text may be contained in its name, description, answers, visitor's name or
 * address, or in the name of its creator, type or community. It may also be its number, or its state in English or
 * Hebrew. One or two letters match only at the beginning of a word.
 */
export const matchesSearch = (text: string, a: Alias): Condition => {
  const { byText, byState, byNumber, byName } = waysToMatch(text, a)
  const named = byName.map(([column, ids]) => sql`${column} = any(array(${ids}))`)
  return sql`(${sql.join([...byText, ...byState, ...byNumber, ...named], sql` or `)})`
}
