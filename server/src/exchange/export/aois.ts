import { sql } from 'kysely'
import { type Actor, type AoiSummary, kindOf, type LngLat } from '#contract'
import { page } from '../../core/aoi/list.ts'
import { summaryOf } from '../../core/aoi/row.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Row } from '../formats/table.ts'
import { type AoiColumn, aboutAois, type ExportedAoi, type ExportedAois, exportedAois } from './columns.ts'
import type { ExportableList } from './list.ts'
import { texts } from './texts.ts'

/** Rows in memory at a time. A page takes a few milliseconds to format, during which nothing else runs. */
const PAGE_ROWS = 500

/** Yields the AOIs with these ids, in the order of the ids. */
export const chosen = async function* (db: Db, actor: Actor, exported: ExportedAois, ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += PAGE_ROWS) {
    const some = ids.slice(from, from + PAGE_ROWS)
    const a = sql`a`
    const { rows } = await sql<{ json: string }>`
      select ${summaryOf(a, actor, { withAnswers: true })}::text as json
      from ${exportedAois(actor, { ...exported, ids: some })} a
      order by array_position(${some as string[]}::uuid[], a.id)`.execute(db.withoutPlugins())
    yield rows.map(({ json }) => JSON.parse(json) as AoiSummary)
  }
}

/** Yields the whole list in keyset pages. Reads a page only after the consumer has taken the previous one. */
export const listed = async function* (
  db: Db,
  actor: Actor,
  query: ExportedAois['query'],
  { answers }: { answers: boolean },
) {
  let cursor: string | undefined
  do {
    const { rows, nextCursor } = await page(db, actor, { ...query, cursor, limit: PAGE_ROWS, answers, groups: false })
    yield rows.map(({ json }) => JSON.parse(json) as AoiSummary)
    cursor = nextCursor ?? undefined
  } while (cursor)
}

const descriptionsOf = async (db: Db, ids: string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; descriptionText: string }>`
    select id, description_text from aoi where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, descriptionText }) => [id, descriptionText]))
}

export const rowOf = (aoi: ExportedAoi, columns: readonly AoiColumn[]): Row => {
  const { properties, geometry } = aoi
  const [lng = 0, lat = 0] = geometry[0]?.coordinates ?? []
  const place: LngLat = [lng, lat]
  return {
    id: aoi._id,
    name: properties.name,
    at: new Date(properties.activity?.startTime ?? properties.creationTime),
    place,
    outline: properties.area?.coordinates ?? undefined,
    cells: columns.map(({ cell }) => cell(aoi)),
  }
}

const pagesOf = async function* (db: Db, actor: Actor, exported: ExportedAois, columns: readonly AoiColumn[]) {
  const { query, ids } = exported
  for await (const aois of ids ? chosen(db, actor, exported, ids) : listed(db, actor, query, { answers: true })) {
    const descriptions = await descriptionsOf(
      db,
      aois.map(({ _id }) => _id),
    )
    yield aois.map((aoi) => rowOf({ ...aoi, description: descriptions.get(aoi._id) ?? '' }, columns))
  }
}

export const listOfAois = async (db: Db, actor: Actor, exported: ExportedAois): Promise<ExportableList> => {
  const { query, language } = exported
  const { rows, columns } = await aboutAois(db, actor, exported)
  const kind = query.type === 'shared' ? 'shared' : kindOf(query)
  return {
    title: texts[language].titles[kind],
    fileName: kind,
    rows,
    columns: columns.map(({ _id, title }) => ({ _id, title })),
    pages: (isShown) =>
      pagesOf(
        db,
        actor,
        exported,
        columns.filter(({ _id }) => isShown(_id)),
      ),
  }
}
