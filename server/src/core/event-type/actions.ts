import { sql } from 'kysely'
import {
  type EventType,
  type EventTypeChange,
  type EventTypeDraft,
  eventTypeProblems,
  type FieldProblems,
  type Language,
  Problem,
  type QuestionDraft,
  type Translations,
} from '#contract'
import * as roles from '../../people/role/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { swapTexts } from '../../platform/db/swap-texts.ts'
import { cleanRichText, cleanTranslations, plainText, storedRichText } from '../../platform/kit/rich-text.ts'

type EventTypeValues = Pick<EventTypeDraft, 'unit' | 'value' | 'guide' | 'responsibleRole' | 'fields'>

const check = async (
  db: Db,
  serviceId: string,
  type: EventTypeValues,
  ownQuestionIds: ReadonlySet<string>,
): Promise<void> => {
  const fields: FieldProblems = eventTypeProblems(type)
  if (plainText(cleanRichText(type.guide)) === '') fields.guide = 'form.required'
  if (type.responsibleRole && (await roles.byId(db, type.responsibleRole))?.service !== serviceId)
    fields.responsibleRole = 'form.invalid'
  for (const [at, question] of type.fields.entries())
    if (question._id && !ownQuestionIds.has(question._id)) fields[`fields.${at}._id`] = 'form.invalid'
  if (Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
}

/** Sets the roles that list a type. A role must keep its last type, because a role without types reports every type. */
const setReporters = async (db: Db, serviceId: string, typeId: string, roleIds: readonly string[]): Promise<void> => {
  const all = await roles.ofServices(db, [serviceId])
  const isWrong =
    roleIds.some((id) => !all.some(({ _id }) => _id === id)) ||
    all.some(
      ({ _id, publicActions }) =>
        !roleIds.includes(_id) && publicActions.every((id) => id === typeId) && publicActions.length > 0,
    )
  if (isWrong) throw new Problem('invalid', { fields: { reporterRoles: 'form.invalid' } })
  await roles.setReportersOf(db, serviceId, typeId, roleIds)
}

const cleaned = (translations: Translations): Translations => cleanTranslations(translations, ['guide'])

const columns = ({ responsibleRole, translations, guide, fields: _, reporterRoles: __, ...rest }: EventTypeChange) => ({
  ...rest,
  ...(responsibleRole !== undefined && { responsibleRoleId: responsibleRole }),
  ...(translations && { translations: JSON.stringify(cleaned(translations)) }),
  ...(guide !== undefined && { guide: storedRichText(guide, 'guide', 20_000) }),
})

const ask = async (db: Db, eventTypeId: string, list: readonly QuestionDraft[]): Promise<void> => {
  const ids = list.map(({ _id }) => _id ?? newId())
  await db
    .updateTable('question')
    .set({ archivedAt: sql<Date>`now()` })
    .where('eventTypeId', '=', eventTypeId)
    .where('archivedAt', 'is', null)
    .where('id', 'not in', ids.length > 0 ? ids : [newId()])
    .execute()
  for (const [sortOrder, { _id, translations, ...question }] of list.entries()) {
    const row = { ...question, translations: JSON.stringify(cleaned(translations)), sortOrder }
    if (_id) await db.updateTable('question').set(row).where('id', '=', _id).execute()
    else
      await db
        .insertInto('question')
        .values({ ...row, id: ids[sortOrder] ?? newId(), eventTypeId })
        .execute()
  }
}

export const create = async (db: Db, serviceId: string, { service: _, ...draft }: EventTypeDraft): Promise<string> => {
  await check(db, serviceId, draft, new Set())
  const id = newId()
  const sortOrder = sql<number>`(select coalesce(max(sort_order), 0) + 1 from event_type where service_id = ${serviceId})`
  await db
    .insertInto('eventType')
    .values({ ...columns(draft), name: draft.name, id, serviceId, sortOrder })
    .execute()
  await ask(db, id, draft.fields)
  if (draft.reporterRoles) await setReporters(db, serviceId, id, draft.reporterRoles)
  return id
}

export const change = async (db: Db, type: EventType, fields: EventTypeChange): Promise<void> => {
  await check(db, type.service, { ...type, ...fields }, new Set(type.fields.map(({ _id }) => _id)))
  await db
    .updateTable('eventType')
    .set({ ...columns(fields), updatedAt: sql<Date>`now()` })
    .where('id', '=', type._id)
    .execute()
  if (fields.fields) await ask(db, type._id, fields.fields)
  if (fields.reporterRoles) await setReporters(db, type.service, type._id, fields.reporterRoles)
}

/** Deletes a type, or archives it if it has reports (also held for review) or answers, so that these stay complete. */
export const remove = async (db: Db, id: string): Promise<void> => {
  // Waits for reports that are being stored with this type, because the deletion would remove them too.
  await db.selectFrom('eventType').select('id').where('id', '=', id).forUpdate().execute()
  const archived = await db
    .updateTable('eventType')
    .set({ archivedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('aoi').select('aoi.id').where('aoi.eventTypeId', '=', id)),
        eb.exists(eb.selectFrom('heldReport').select('heldReport.id').where('heldReport.eventTypeId', '=', id)),
        eb.exists(
          eb
            .selectFrom('aoiAnswer')
            .innerJoin('question', 'question.id', 'aoiAnswer.questionId')
            .select('question.id')
            .where('question.eventTypeId', '=', id),
        ),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!archived) await db.deleteFrom('eventType').where('id', '=', id).execute()
}

/** Changes the main language. Choices of questions are not swapped, because answers are stored in their words. */
export const swapLanguage = async (db: Db, serviceId: string, from: Language, to: Language): Promise<void> => {
  const rows = sql`service_id = ${serviceId}`
  await swapTexts(db, { table: 'event_type', column: 'name', rows, from, to })
  await swapTexts(db, { table: 'event_type', column: 'guide', rows, from, to })
  const questions = sql`event_type_id in (select id from event_type where ${rows})`
  await swapTexts(db, { table: 'question', column: 'name', rows: questions, from, to })
}
