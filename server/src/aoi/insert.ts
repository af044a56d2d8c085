import { type RawBuilder, sql } from 'kysely'
import type { EventType } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { prepared } from '../db/prepared.ts'
import { statement } from '../db/statement.ts'
import * as logs from '../log/queries.ts'
import { regionOfPlace } from './queries.ts'

type Given = readonly { _id: string; value: string }[]

/** What was answered, as columns. A question is kept as it was asked: it may be worded anew later. */
const answerColumns = (type: EventType | undefined, given: Given) => {
  const answers = (type?.fields ?? []).flatMap((question, sortOrder) => {
    const value = given.find(({ _id }) => _id === question._id)?.value.trim()
    return value ? [{ id: question._id, name: question.name, value, sortOrder }] : []
  })
  return {
    questionIds: answers.map(({ id }) => id),
    questionNames: answers.map(({ name }) => name),
    answers: answers.map(({ value }) => value),
    order: answers.map(({ sortOrder }) => sortOrder),
  }
}

/** `aois` names rows with an id: a table, or what a statement has just stored. */
const insertAnswers = (
  aois: RawBuilder<unknown>,
  { questionIds, questionNames, answers, order }: ReturnType<typeof answerColumns>,
) => sql`
  insert into aoi_answer (aoi_id, question_id, question_name, value, sort_order)
  select stored.id, given.* from ${aois} as stored,
    unnest(${questionIds}::uuid[], ${questionNames}::text[], ${answers}::text[], ${order}::int[]) as given`

export const answer = async (db: Db, aoiId: string, type: EventType, given: Given): Promise<void> => {
  await insertAnswers(sql`(select ${aoiId}::uuid as id)`, answerColumns(type, given)).execute(db)
}

/** A row to be, by its columns. */
export type NewAoi = { id: string; serviceId: string } & Record<string, unknown>

export type ToInsert = {
  row: NewAoi
  /** The region is looked for while the row is written. */
  within: readonly [lng: number, lat: number] | undefined
  author: { id: string | null; name: string }
  type: EventType | undefined
  given: Given
}

type More = { entryId: string; authorId: string | null; authorName: string; lng: number; lat: number }
type Values = NewAoi & ReturnType<typeof answerColumns> & More

/** The row, its answers and its first entry in one statement, which is half the time of three. */
const inserting = (columns: readonly string[], { type, within }: ToInsert) =>
  statement((db: Db, values: Values) => {
    const { lng, lat, entryId: id, authorId, authorName } = values
    const region = sql<string>`(${regionOfPlace(values.serviceId, [lng, lat])})`
    const row = Object.fromEntries(columns.map((column) => [column, values[column]]))
    const insertAoi = db
      .insertInto('aoi')
      .values({ ...row, ...(within && { regionId: region }) } as never)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
    return sql<{ id: string }>`${prepared}
      with stored as (${insertAoi}),
        ${type ? sql`answered as (${insertAnswers(sql`stored`, values)}),` : sql``}
        noted as (${logs.insertChange(sql`stored`, { id, author: { id: authorId, name: authorName }, change: { what: 'created' } })})
      select id from stored`.compile(db)
  })

/** One for every kind of AOI and every way to come by a region. */
const made = new Map<string, ReturnType<typeof inserting>>()

/** Whether it was stored: not when its nonce is taken. */
export const insert = async (db: Db, aoi: ToInsert): Promise<boolean> => {
  const { row, within, author, type, given } = aoi
  const columns = Object.keys(row).filter((column) => row[column] !== undefined)
  const name = [...columns, within !== undefined, type !== undefined].join()
  const run = made.get(name) ?? inserting(columns, aoi)
  made.set(name, run)
  const [lng, lat] = within ?? [0, 0]
  const more: More = { entryId: newId(), authorId: author.id, authorName: author.name, lng, lat }
  const rows = await run(db, { ...row, ...answerColumns(type, given), ...more })
  return rows.length > 0
}
