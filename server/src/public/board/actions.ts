import { coverWords } from '#contract'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'

type Published = { aoiId: string; text: string; hasPhoto: boolean; memberId: string }

export const writePublicText = async (db: Db, { aoiId, text, hasPhoto, memberId }: Published): Promise<void> => {
  if (text === '') {
    await db.deleteFrom('publicText').where('aoiId', '=', aoiId).execute()
    return
  }
  const { imageFileId } = await db
    .selectFrom('aoi')
    .select('imageFileId')
    .where('id', '=', aoiId)
    .executeTakeFirstOrThrow()
  const change = { text, photoId: hasPhoto ? imageFileId : null, changedBy: memberId, changedAt: databaseTime() }
  await db
    .insertInto('publicText')
    .values({ aoiId, ...change })
    .onConflict((conflict) => conflict.column('aoiId').doUpdateSet(change))
    .execute()
}

/** Redacts words in the public texts of these events. */
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
