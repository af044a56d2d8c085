import { textIn } from '#contract'
import { SMS, type VisitorTexts } from '../../messaging/sms/channel.ts'
import { isStopped } from '../../messaging/sms/stops.ts'
import * as services from '../../people/service/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { enqueue } from '../../platform/delivery/queue.ts'
import { openQuestion } from '../review/queries.ts'
import { openTextFollow } from './queries.ts'

const QUESTION = 'reportQuestion'
/** A question is not sent later than this, because the reporter would no longer know its context. */
const EXPIRES_MS = 86_400_000

const reportersByText = (db: Db, reportIds: readonly string[]) =>
  db
    .selectFrom('heldReport')
    .innerJoin('visitor', 'visitor.id', 'heldReport.visitorId')
    .select(['heldReport.id', 'heldReport.serviceId', 'visitor.id as visitorId', 'visitor.phone'])
    .where('heldReport.id', 'in', reportIds)
    .where('visitor.isByText', '=', true)
    .execute()

/** Sends reviewers' questions to visitors who reported by text message, because they have no page to read them on. */
export const questionTexts = ({ canText, now }: { canText: boolean; now: () => number }) => ({
  /** Reports whose reporters have stopped text messages, or all of them if this server cannot send any. */
  unreachable: async (db: Db, reportIds: readonly string[]): Promise<string[]> => {
    const unreachable: string[] = []
    for (const { id, serviceId, phone } of await reportersByText(db, reportIds))
      if (!canText || phone === null || (await isStopped(db, serviceId, phone))) unreachable.push(id)
    return unreachable
  },

  send: async (db: Db, reportIds: readonly string[]): Promise<void> => {
    const reporters = reportIds.length === 0 ? [] : await reportersByText(db, reportIds)
    const expiresAt = new Date(now() + EXPIRES_MS)
    await enqueue(
      db,
      reporters.map(({ id, serviceId, visitorId }) => ({
        channel: SMS,
        kind: QUESTION,
        serviceId,
        visitorId,
        expiresAt,
        payload: { reportId: id },
      })),
    )
  },
})

/** Reads the question when its text is sent, because it may have been answered, taken back or redacted since. */
export const visitorTexts =
  (publicUrl: string): VisitorTexts =>
  async (db, { kind, visitorId, serviceId, payload }) => {
    if (kind !== QUESTION || !visitorId || !serviceId) return undefined
    const question = await openQuestion(db, visitorId, (payload as { reportId: string }).reportId)
    const visitor = await db
      .selectFrom('visitor')
      .select(['phone', 'language'])
      .where('id', '=', visitorId)
      .where('isByText', '=', true)
      .executeTakeFirst()
    const service = await services.publicService(db, serviceId)
    if (!question || !visitor?.phone || !service) return undefined
    const address = `${publicUrl}/invite?follow=${await openTextFollow(db, visitorId)}`
    return { phone: visitor.phone, text: `${textIn(service, 'title', visitor.language)}: ${question}\n${address}` }
  }
