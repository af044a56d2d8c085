import { sql } from 'kysely'
import type { EventType } from '#contract'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/db/id.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { statement } from '../../../platform/db/statement.ts'
import { type Answers, answerColumns, insertAnswers } from '../answers.ts'
import * as logs from '../log/queries.ts'
import { regionOfPlace } from '../region.ts'

type NewAoi = { id: string; serviceId: string } & Record<string, unknown>

type AoiInsert = {
  row: NewAoi
  /** The place whose region the statement looks up; undefined if the row names its region. */
  findRegionAt: readonly [lng: number, lat: number] | undefined
  author: logs.Author
  type: EventType | undefined
  answers: Answers
}

type EntryValues = {
  entryId: string
  authorId: string | null
  authorName: string
  authorKind: 'member' | 'visitor' | 'system'
  lng: number
  lat: number
}
type Values = NewAoi & ReturnType<typeof answerColumns> & EntryValues

/** Inserts the row, its answers and its first entry in one statement, which takes half the time of three. */
const compileInsert = (columns: readonly string[], { type, findRegionAt }: AoiInsert) =>
  statement((db: Db, values: Values) => {
    const { lng, lat, entryId: id, authorId, authorName, authorKind } = values
    const author = { id: authorId, name: authorName, kind: authorKind }
    const region = sql<string>`(${regionOfPlace(values.serviceId, [lng, lat])})`
    const row = Object.fromEntries(columns.map((column) => [column, values[column]]))
    const insertRow = db
      .insertInto('aoi')
      .values({ ...row, ...(findRegionAt && { regionId: region }) } as never)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
    return sql<{ id: string }>`${prepared}
      with stored as (${insertRow}),
        ${type ? sql`answered as (${insertAnswers(sql`stored`, values)}),` : sql``}
        noted as (${logs.insertChange(sql`stored`, { id, author, change: { what: 'created' } })})
      select id from stored`.compile(db)
  })

const statements = new Map<string, ReturnType<typeof compileInsert>>()

export const insertAoi = async (db: Db, aoi: AoiInsert): Promise<boolean> => {
  const { row, findRegionAt, author, type, answers } = aoi
  const columns = Object.keys(row).filter((column) => row[column] !== undefined)
  const name = [...columns, findRegionAt !== undefined, type !== undefined].join()
  const run = statements.get(name) ?? compileInsert(columns, aoi)
  statements.set(name, run)
  const [lng, lat] = findRegionAt ?? [0, 0]
  const { id: authorId, name: authorName, kind: authorKind } = logs.storedAuthor(author)
  const entry: EntryValues = { entryId: newId(), authorId, authorName, authorKind, lng, lat }
  const rows = await run(db, { ...row, ...answerColumns(type, answers), ...entry })
  return rows.length > 0
}
