import { Problem, type TextRejection, textCommand, textMessageApi } from '#contract'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Budget, chargeAttempt, networkBudget, tryAttempt } from '../../platform/http/attempts.ts'
import { type Client, PlainReply, type Route, type SignedBody, serve } from '../../platform/http/serve.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'
import * as inboxes from './inbox.ts'
import { readMessage } from './message.ts'
import { lockNumber, receive } from './receive.ts'
import { verify } from './signature.ts'

const DAY_MINUTES = 1440

const budgetsOf = (serviceId: string, phone: string): Budget[] => {
  const number = hashToken(`${serviceId} ${phone}`).toString('base64url')
  return [
    { name: `texts from ${number}`, most: 30, minutes: DAY_MINUTES },
    { name: `texts to ${serviceId}`, most: 600, minutes: 60 },
    { name: `texts to ${serviceId}`, most: 3_000, minutes: DAY_MINUTES },
  ]
}

type Delivery = { token: string; signed: SignedBody; client: Client; publicUrl: string; now: Date }

/**
 * An unknown address and a wrong signature get the same reply and count as guesses. Valid requests are not limited by
 * network, because customers of a provider share its IP addresses and could otherwise block each other's messages.
 */
const openInbox = async (db: Db, { token, signed, client, publicUrl, now }: Delivery): Promise<inboxes.OpenInbox> => {
  const inbox = await inboxes.inboxByToken(db, token, publicUrl)
  const verdict = inbox ? verify(inbox, signed, now) : 'signature'
  if (inbox && verdict === 'right') return inbox
  await chargeAttempt(db, [networkBudget('text message', client.address)])
  if (inbox && verdict !== 'right') await inboxes.noteRejection(db, inbox.serviceId, verdict)
  throw new Problem('notFound')
}

/** Twilio reads the reply as instructions, so its reply has none. */
const accepted = ({ provider }: inboxes.OpenInbox): PlainReply =>
  provider === 'twilio'
    ? new PlainReply(200, { type: 'text/xml; charset=utf-8', text: '<Response></Response>' })
    : new PlainReply(204)

export const textMessageRoutes = ({ publicUrl }: { publicUrl: string }): Route[] => [
  serve(textMessageApi.inbox, async ({ db, actor, allow }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    return inboxes.inboxOf(db, serviceId, publicUrl)
  }),

  serve(textMessageApi.openInbox, async ({ db, actor, body, allow, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const { provider } = body
    const made = provider === 'gateway' ? newToken() : null
    await inboxes.writeInbox(db, serviceId, { provider, secret: made ?? body.secret ?? '' })
    await audit({ action: 'textInbox.open', targetKind: 'service', targetId: serviceId, detail: { provider } })
    return { ...(await inboxes.inboxOf(db, serviceId, publicUrl)), secret: made }
  }),

  serve(textMessageApi.closeInbox, async ({ db, actor, allow, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    await inboxes.closeInbox(db, serviceId)
    await audit({ action: 'textInbox.close', targetKind: 'service', targetId: serviceId })
    return inboxes.inboxOf(db, serviceId, publicUrl)
  }),

  serve(textMessageApi.receive, {
    prepare: async ({ db, params, signed, client }) => {
      const now = databaseTime()
      const inbox = await openInbox(db, { token: params.inbox, signed, client, publicUrl, now })
      const reading = readMessage(signed, now)
      if (reading === 'ignored') return { inbox, message: undefined, rejection: undefined }
      if ('rejection' in reading) return { inbox, message: undefined, rejection: reading.rejection }
      const { message } = reading
      const { serviceId } = inbox
      if (await inboxes.wasReceived(db, serviceId, message.id))
        return { inbox, message: undefined, rejection: undefined }
      // STOP and START have no limit.
      const isWithinLimits =
        textCommand(message.text) !== undefined || (await tryAttempt(db, budgetsOf(serviceId, message.phone)))
      const rejection: TextRejection | undefined = isWithinLimits ? undefined : 'limit'
      return { inbox, message: isWithinLimits ? { ...message, serviceId } : undefined, rejection }
    },
    handle: async ({ db, prepared: { inbox, message, rejection }, allow, announce }) => {
      allow()
      const { serviceId } = inbox
      await inboxes.noteReceipt(db, serviceId)
      if (message) await lockNumber(db, message)
      const isNew = message && (await inboxes.takeReceipt(db, serviceId, message.id))
      const reason = isNew ? await receive(db, announce, message) : rejection
      if (reason) await inboxes.noteRejection(db, serviceId, reason)
      return accepted(inbox)
    },
  }),
]
