import { coverWords } from '#contract'
import { databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'

/** Stores what the public reads of an event; an empty text removes it. */
export const writePublicText = async (
  db: Db,
  { aoiId, text, memberId }: { aoiId: string; text: string; memberId: string },
): Promise<void> => {
  if (text === '') {
    await db.deleteFrom('publicText').where('aoiId', '=', aoiId).execute()
    return
  }
  const change = { text, changedBy: memberId, changedAt: databaseTime() }
  await db
    .insertInto('publicText')
    .values({ aoiId, ...change })
    .onConflict((conflict) => conflict.column('aoiId').doUpdateSet(change))
    .execute()
}

/** Covers words in what the public reads of these events. */
export const coverPublicText = async (db: Db, aoiIds: readonly string[], words: readonly string[]): Promise<void> => {
  for (const { aoiId, text } of await db
    .selectFrom('publicText')
    .select(['aoiId', 'text'])
    .where('aoiId', 'in', aoiIds)
    .execute())
    await db
      .updateTable('publicText')
      .set({ text: coverWords(text, words) })
      .where('aoiId', '=', aoiId)
      .execute()
}
