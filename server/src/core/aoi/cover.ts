import { sql } from 'kysely'
import { coverWords, type SystemChange } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { coverHtml } from '../../platform/kit/cover-html.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { descriptionColumns } from './draft.ts'

export const replaceAoiImage = async (db: Db, { from, to }: { from: string; to: string }): Promise<boolean> =>
  (await db
    .updateTable('aoi')
    .set({ imageFileId: to, updatedAt: sql<Date>`now()` })
    .where('imageFileId', '=', from)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Redacts words in the texts and answers of AOIs and in their search text. */
export const coverAoiWords = async (db: Db, ids: readonly string[], words: readonly string[]): Promise<void> => {
  const rows = await db
    .selectFrom('aoi')
    .select(['id', 'name', 'descriptionHtml', 'searchText', 'address'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, name, descriptionHtml, searchText, address } of rows)
    await db
      .updateTable('aoi')
      .set({
        name: coverWords(name, words),
        ...descriptionColumns(coverHtml(descriptionHtml, words)),
        searchText: coverWords(searchText, words),
        address: address && coverWords(address, words),
        updatedAt: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute()
  const answers = await db
    .selectFrom('aoiAnswer')
    .select(['aoiId', 'questionId', 'value'])
    .where('aoiId', 'in', ids)
    .execute()
  for (const { aoiId, questionId, value } of answers) {
    const covered = coverWords(value, words)
    if (covered === value) continue
    await db
      .updateTable('aoiAnswer')
      .set({ value: covered })
      .where('aoiId', '=', aoiId)
      .where('questionId', '=', questionId)
      .execute()
  }
}

/** Replaces the photo of an entry. Returns false if no entry has the photo `from`. */
export const replaceEntryPhoto = async (db: Db, { from, to }: { from: string; to: string }): Promise<boolean> =>
  (await db
    .updateTable('logEntry')
    .set({ photoFileId: to })
    .where('photoFileId', '=', from)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Redacts words in a logged change, because its old and new values may contain words of the report. */
const coverChange = (change: Record<string, unknown>, words: readonly string[]) => {
  const { fields, ...rest } = change as SystemChange
  const cover = (text: string | null) => text && coverWords(text, words)
  return {
    ...rest,
    ...(fields && { fields: fields.map((field) => ({ ...field, from: cover(field.from), to: cover(field.to) })) }),
  }
}

/**
 * Maximum number of entries per query. An entry may hold 20,000 characters, and the PostgreSQL client parses a result
 * without yielding.
 */
const ENTRIES_AT_ONCE = 100

async function* entriesOf(db: Db, aoiIds: readonly string[]) {
  const ids = await db.selectFrom('logEntry').select('id').where('aoiId', 'in', aoiIds).orderBy('id').execute()
  const turns = new Turns()
  for (let at = 0; at < ids.length; at += ENTRIES_AT_ONCE) {
    const page = ids.slice(at, at + ENTRIES_AT_ONCE).map(({ id }) => id)
    for (const entry of await db
      .selectFrom('logEntry')
      .select(['id', 'text', 'value', 'valueNumber', 'params', 'change', 'keywords'])
      .where('id', 'in', page)
      .execute()) {
      await turns.next()
      yield entry
    }
  }
}

/** Redacts words in entries of AOIs, including logged edits. Numbers stay, because they count in sums. */
export const coverEntryWords = async (db: Db, aoiIds: readonly string[], words: readonly string[]): Promise<void> => {
  for await (const { id, text, value, valueNumber, params, change, keywords } of entriesOf(db, aoiIds)) {
    const isText = valueNumber === null
    const before = { text, keywords, value, params: JSON.stringify(params), change: change && JSON.stringify(change) }
    const after = {
      text: coverWords(text, words),
      keywords: keywords.map((keyword) => coverWords(keyword, words)),
      value: value && isText ? coverWords(value, words) : value,
      params: JSON.stringify(
        isText ? params.map((one, at) => (at > 0 && typeof one === 'string' ? coverWords(one, words) : one)) : params,
      ),
      change: change && JSON.stringify(coverChange(change, words)),
    }
    if (JSON.stringify(before) === JSON.stringify(after)) continue
    await db.updateTable('logEntry').set(after).where('id', '=', id).execute()
  }
}
