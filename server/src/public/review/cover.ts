import { sql } from 'kysely'
import { coverWords } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { StoredQuestion } from '../../platform/db/schema/review.ts'
import { coverHtml } from '../../platform/kit/cover-html.ts'

export const replaceHeldImage = async (db: Db, { from, to }: { from: string; to: string }): Promise<boolean> =>
  (await db
    .updateTable('heldReport')
    .set({ imageFileId: to })
    .where('imageFileId', '=', from)
    .returning('id')
    .executeTakeFirst()) !== undefined

const coverQuestions = (questions: readonly StoredQuestion[], words: readonly string[]) =>
  questions.map((one) => ({
    ...one,
    question: one.question && coverWords(one.question, words),
    answer: one.answer && coverWords(one.answer, words),
  }))

/** Redacts words in held reports, additions, and undo data. */
export const coverHeldWords = async (db: Db, ids: readonly string[], words: readonly string[]): Promise<void> => {
  const reports = await db
    .selectFrom('heldReport')
    .select(['id', 'draft', 'questions', 'undo', 'address', 'reasonText'])
    // Includes photos with texts that visitors have added to these reports.
    .where((report) => report.or([report('id', 'in', ids), report('addsTo', 'in', ids)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, draft, questions, undo, address, reasonText } of reports) {
    const { name, description, publicAction, text } = draft
    const fields = publicAction?.fields?.map((field) => ({ ...field, value: coverWords(field.value, words) }))
    const covered = {
      ...draft,
      name: coverWords(name, words),
      description: coverHtml(description, words),
      ...(text && { text: coverWords(text, words) }),
      ...(publicAction && { publicAction: { ...publicAction, fields } }),
      ...(draft.address && { address: coverWords(draft.address, words) }),
    }
    await db
      .updateTable('heldReport')
      .set({
        draft: JSON.stringify(covered),
        address: address && coverWords(address, words),
        reasonText: coverWords(reasonText, words),
        questions: JSON.stringify(coverQuestions(questions, words)),
        ...(undo && {
          undo: JSON.stringify({
            ...undo,
            reasonText: coverWords(undo.reasonText, words),
            questions: coverQuestions(undo.questions, words),
          }),
        }),
      })
      .where('id', '=', id)
      .execute()
  }
}

export const noteCover = async (db: Db, serviceId: string): Promise<void> => {
  const change = { coveredAt: sql<Date>`now()` }
  await db
    .insertInto('reviewSetting')
    .values({ serviceId, ...change })
    .onConflict((conflict) => conflict.column('serviceId').doUpdateSet(change))
    .execute()
}
