import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Conditions on `aoi a`. */
type Condition = RawBuilder<unknown>

const asTyped = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, '\\$&')

/** Shorter ones have no trigram to be looked up by, unless a word begins with them. */
export const TRIGRAM = 3

const inText = (text: string): Condition => {
  const pattern = asTyped(text)
  if ([...text].length >= TRIGRAM) return sql`a.search_text like ${`%${pattern}%`}`
  return sql`(a.search_text like ${`${pattern}%`} or a.search_text like ${`% ${pattern}%`}
    or a.search_text like ${`%\n${pattern}%`})`
}

/** The same as one condition, where one lookup in the index is worth more than the time that each row takes. */
const inTextAtOnce = (text: string): Condition => {
  if ([...text].length >= TRIGRAM) return inText(text)
  return sql`a.search_text ~ ${`(^|[ \n])${text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '\\$&')}`}`
}

const authors = (text: string) => sql<{ id: string }>`
  select m.id from member m where lower(m.first_name || ' ' || m.last_name || ' ' || m.username) like ${`%${asTyped(text)}%`}`

const byAuthor = (text: string): Condition => sql`a.creator_id = any(array(${authors(text)}))`

export const numberIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1]
  return digits ? Number(digits) : undefined
}

const byNumber = (text: string): Condition[] => {
  const number = numberIn(text)
  return number === undefined ? [] : [sql`a.number = ${number}`]
}

/**
 * Name, description and answers are in `search_text`, a member's name in its own row: a member who changes its name is
 * found by the new one. Digits alone are also a number. One or two letters find the words that begin with them.
 */
export const searchedFor = (text: string): Condition =>
  sql`(${sql.join([inText(text), byAuthor(text), ...byNumber(text)], sql` or `)})`

/**
 * The same, each by itself: each way of matching has an index of its own. Who is called so is asked before: a planner
 * that has to guess how many they are reads the whole table for nobody.
 */
export const waysToFind = async (db: Db, text: string) => ({
  inText: inTextAtOnce(text),
  authorIds: await authorIds(db, text),
  byNumber: byNumber(text),
})

export const authorIds = async (db: Db, text: string): Promise<string[]> => {
  const { rows } = await authors(text).execute(db)
  return rows.map(({ id }) => id)
}
