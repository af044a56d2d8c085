import { orNotFound, Problem } from '#contract'
import { addVisitorEntry } from '../../core/aoi/log/actions.ts'
import { recordAoiChange, refreshState } from '../../core/aoi/record-change.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Announce } from '../../platform/http/serve.ts'
import * as reviews from '../review/actions.ts'
import { answerable } from './follow.ts'
import { visitorName } from './identity.ts'
import type * as visitors from './queries.ts'

type Words = { aoiId: string; text: string; nonce: string }

/** Stores a visitor's text on its held report, event or activity. The caller must hold the visitor's lock. */
export const writeToTeam = async (
  db: Db,
  announce: Announce,
  visitor: visitors.Visitor,
  { aoiId, text, nonce }: Words,
): Promise<void> => {
  if (await reviews.answerHeldReport(db, announce, { visitorId: visitor.id, id: aoiId, text, nonce })) return
  const aoi = orNotFound(await answerable(db, visitor.id, aoiId))
  if (aoi.isArchived) throw new Problem('archived')
  const isNew = await addVisitorEntry(db, {
    aoiId: aoi.id,
    reportId: aoi.reportId,
    visitor: { id: visitor.id, name: visitorName(visitor) },
    text,
    nonce,
    recipientId: aoi.subscriberId,
  })
  if (!isNew) return
  await refreshState(db, aoi.id)
  await recordAoiChange(db, aoi.id, null)
}
