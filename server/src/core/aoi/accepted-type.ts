import { type AoiDraft, type EventType, eventProblems, offeredTypes, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import * as eventTypes from '../event-type/queries.ts'

type CheckedDraft = { draft: Pick<AoiDraft, 'publicAction'>; serviceId: string; hasImage: boolean }

/**
 * The event type of a draft, whose answers are checked against its questions. Accepts the types of the member's role
 * and `currentId`, the AOI's present type.
 */
export const acceptedType = async (
  db: Db,
  memberId: string,
  { draft, serviceId, hasImage }: CheckedDraft,
  currentId?: string,
): Promise<EventType> => {
  const id = draft.publicAction?.publicActionId
  const offer = id === undefined ? undefined : await eventTypes.byIdFor(db, id, memberId)
  const isAccepted =
    offer?.type.service === serviceId && (id === currentId || offeredTypes([offer.type], offer.ofRole).length > 0)
  const type = isAccepted ? offer.type : undefined
  if (draft.publicAction && !type) throw new Problem('invalid', { fields: { publicAction: 'form.invalid' } })
  const fields = eventProblems({ type, answers: draft.publicAction?.fields ?? [], hasImage })
  if (!type || Object.keys(fields).length > 0) throw new Problem('invalid', { fields })
  return type
}
