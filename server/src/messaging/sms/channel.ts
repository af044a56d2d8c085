import { addressee } from '../../people/mail/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  type Channel,
  type Delivery,
  doublingDelays,
  type Outcome,
  readMessage,
} from '../../platform/delivery/channel.ts'
import { type Gateway, internationalPhone } from './gateway.ts'
import { isStopped } from './stops.ts'

export const SMS = 'sms'

type Text = { phone: string; text: string }

/**
 * Reads the text to a visitor; passed in, because visitors belong to a higher layer. Undefined if the delivery no
 * longer has a receiver.
 */
export type VisitorTexts = (db: Db, delivery: Delivery) => Promise<Text | undefined>

type Options = { db: Db; gateway: Gateway | undefined; publicUrl: string; visitors: VisitorTexts }

/** Sends text messages to members and visitors. Without a gateway, deliveries fail at once. */
export const smsChannel = ({ db, gateway, publicUrl, visitors }: Options): Channel => {
  const toMember = async ({ memberId, payload }: Delivery): Promise<Text | undefined> => {
    const message = await readMessage(db, payload)
    const member = memberId ? await addressee(db, memberId) : undefined
    const phone = member && internationalPhone(member.phone)
    return message && phone
      ? { phone, text: `${message.texts[member.language]}\n${publicUrl}${message.path}` }
      : undefined
  }
  return {
    name: SMS,
    // At most two for one service. A phone sends messages one after another, so more would only queue there.
    concurrency: 4,
    // About an hour in total; a later text message is useless.
    retrySeconds: doublingDelays(30, 900, 8),

    send: async (delivery): Promise<Outcome> => {
      if (!gateway) return { result: 'failed', code: 'notConfigured' }
      const text = await (delivery.visitorId ? visitors(db, delivery) : toMember(delivery))
      if (!text) return { result: 'failed', code: 'noReceiver' }
      // The sender of STOP can be forged, so it does not silence alarms to members.
      const isAlarm = delivery.isUrgent && delivery.memberId !== null
      if (!isAlarm && delivery.serviceId && (await isStopped(db, delivery.serviceId, text.phone)))
        return { result: 'failed', code: 'stopped' }
      const answer = await gateway.send(delivery.id, text.phone, text.text, delivery.attempts > 1)
      if (answer.isSent) return { result: 'sent' }
      return { result: answer.isFinal ? 'failed' : 'later', code: answer.code }
    },

    ...(gateway && { confirm: gateway.confirm }),
  }
}
