import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { SEPARATOR_SUBSTITUTE, TEXT_SEPARATOR } from '../live-view/aoi-part.ts'

/**
 * What a search means, for the word index and for PostgreSQL alike. An AOI matches if any of these is true:
 * - its search text contains what was typed; one or two letters only at the beginning of a word;
 * - the full name or username of the member who reported it contains what was typed;
 * - what was typed is its number, with or without "#", or that of a report that was merged into it.
 */

/** A condition on `aoi a`. */
type Condition = RawBuilder<unknown>

/**
 * The column `search_text`: lower case. Numbers and members' names are not in it but are matched by their own columns,
 * so that renaming a member changes no AOI.
 */
export function searchTextOf(aoi: {
  name: string
  descriptionText: string
  answers: readonly string[]
  visitorName?: string | undefined
}): string {
  return [aoi.name, aoi.descriptionText, ...aoi.answers, aoi.visitorName ?? ''].filter(Boolean).join('\n').toLowerCase()
}

/** A shorter text has no trigram to look up in the index of PostgreSQL, except at the beginning of a word. */
const TRIGRAM = 3
const isPrefix = (text: string) => [...text].length < TRIGRAM

export const numberIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1]
  return digits ? Number(digits) : undefined
}

const likePattern = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

const isInText = (text: string): Condition => {
  const pattern = likePattern(text)
  if (!isPrefix(text)) return sql`a.search_text like ${`%${pattern}%`}`
  return sql`(a.search_text like ${`${pattern}%`} or a.search_text like ${`% ${pattern}%`}
    or a.search_text like ${`%\n${pattern}%`})`
}

/** The same as one expression: one index lookup, but slower for each row that it is checked on. */
const isInTextByIndex = (text: string): Condition => {
  if (!isPrefix(text)) return isInText(text)
  return sql`a.search_text ~ ${`(^|[ \n])${text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`
}

const selectAuthors = (text: string) => sql<{ id: string }>`
  select m.id from member m where lower(m.first_name || ' ' || m.last_name || ' ' || m.username)
    like ${`%${likePattern(text)}%`}`

/** The members whose name contains the text. */
export const findAuthors = async (db: Db, text: string): Promise<string[]> => {
  const { rows } = await selectAuthors(text).execute(db)
  return rows.map(({ id }) => id)
}

const hasNumber = (text: string): Condition[] => {
  const number = numberIn(text)
  // An uncorrelated query of one row: it is run once, not for each row that is checked.
  return number === undefined
    ? []
    : [sql`a.id = (select coalesce(o.main_id, o.id) from aoi o where o.number = ${number})`]
}

/** The number that was typed; of a merged report, that of its main one. */
export const findNumber = async (db: Db, text: string): Promise<number | undefined> => {
  const number = numberIn(text)
  if (number === undefined) return undefined
  const { rows } = await sql<{ number: number }>`
    select main.number from aoi o join aoi main on main.id = coalesce(o.main_id, o.id)
    where o.number = ${number}`.execute(db)
  return rows[0]?.number
}

/** The whole meaning as one condition, to check a row with. */
export const matchesSearch = (text: string): Condition =>
  sql`(${sql.join([isInText(text), sql`a.creator_id = any(array(${selectAuthors(text)}))`, ...hasNumber(text)], sql` or `)})`

/**
 * The same as separate lookups, one for each index. The authors are looked up first: if the planner has to guess how
 * many there are, it reads the whole table even if there are none.
 */
export const indexLookups = async (db: Db, text: string) => ({
  inText: isInTextByIndex(text),
  authorIds: await findAuthors(db, text),
  byNumber: hasNumber(text),
})

/** Marks the beginning and the end of a word in the vocabulary and in patterns; no word contains it. */
export const WORD_EDGE = '\n'
/** Further words are not looked up: each takes a scan of the vocabulary, and PostgreSQL checks the whole text anyway. */
const MAX_PATTERNS = 6

/** The words of a text: whatever stands between spaces and line ends, punctuation included. */
export const wordsOf = (text: string): string[] => text.replaceAll('\n', ' ').split(' ').filter(Boolean)

/**
 * Patterns for consecutive words of every text that contains what was typed. A single word may match anywhere within a
 * word; of several, the first must end a word and the last must begin one. Empty if words cannot decide the search.
 */
export const wordPatterns = (text: string): string[] => {
  if (text.includes(TEXT_SEPARATOR) || text.includes(SEPARATOR_SUBSTITUTE)) return []
  const words = wordsOf(text.toLowerCase())
  const last = words.length - 1
  const begins = (at: number) => (at > 0 || isPrefix(text) ? WORD_EDGE : '')
  return words.slice(0, MAX_PATTERNS).map((word, at) => begins(at) + word + (at < last ? WORD_EDGE : ''))
}
