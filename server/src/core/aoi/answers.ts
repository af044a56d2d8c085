import { type RawBuilder, sql } from 'kysely'
import type { EventType } from '#contract'
import type { Db } from '../../platform/db/database.ts'

export type Answers = readonly { _id: string; value: string }[]

/** Columns of the answers. Each keeps the wording of its question, which may change. */
export const answerColumns = (type: EventType | undefined, given: Answers) => {
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

/** `aois` is a source of ids: a table, or rows that the same statement stored. */
export const insertAnswers = (
  aois: RawBuilder<unknown>,
  { questionIds, questionNames, answers, order }: ReturnType<typeof answerColumns>,
) => sql`
  insert into aoi_answer (aoi_id, question_id, question_name, value, sort_order)
  select stored.id, given.* from ${aois} as stored,
    unnest(${questionIds}::uuid[], ${questionNames}::text[], ${answers}::text[], ${order}::int[]) as given`

export const storeAnswers = async (db: Db, aoiId: string, type: EventType, given: Answers): Promise<void> => {
  await insertAnswers(sql`(select ${aoiId}::uuid as id)`, answerColumns(type, given)).execute(db)
}
