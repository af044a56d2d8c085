import { sql } from 'kysely'
import { coverWords } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { coverHtml } from '../../platform/kit/cover-html.ts'
import { descriptionColumns } from './text.ts'

export const replaceAoiImage = async (db: Db, { from, to }: { from: string; to: string }): Promise<boolean> =>
  (await db
    .updateTable('aoi')
    .set({ imageFileId: to, updatedAt: sql<Date>`now()` })
    .where('imageFileId', '=', from)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Redacts words in the texts and answers of AOIs, and in what searches find. */
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
