import { coverWords, type SystemChange } from '#contract'
import type { Db } from '../../../platform/db/database.ts'

/** Replaces the photo of an entry. False if no entry has it. */
export const replaceEntryPhoto = async (db: Db, { from, to }: { from: string; to: string }): Promise<boolean> =>
  (await db
    .updateTable('logEntry')
    .set({ photoFileId: to })
    .where('photoFileId', '=', from)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Logged values before and after a change contain words of the report too. */
const coverChange = (change: Record<string, unknown>, words: readonly string[]) => {
  const { fields, ...rest } = change as SystemChange
  const cover = (text: string | null) => text && coverWords(text, words)
  return {
    ...rest,
    ...(fields && { fields: fields.map((field) => ({ ...field, from: cover(field.from), to: cover(field.to) })) }),
  }
}

/** Redacts words in entries of AOIs, including logged edits. Numbers that count in sums stay. */
export const coverEntryWords = async (db: Db, aoiIds: readonly string[], words: readonly string[]): Promise<void> => {
  const entries = await db
    .selectFrom('logEntry')
    .select(['id', 'text', 'value', 'valueNumber', 'params', 'change', 'keywords'])
    .where('aoiId', 'in', aoiIds)
    .orderBy('id')
    .execute()
  for (const { id, text, value, valueNumber, params, change, keywords } of entries) {
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
