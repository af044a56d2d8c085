import { addressee } from '../../people/mail/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Channel, doublingDelays, type Outcome } from '../../platform/delivery/channel.ts'
import { readMessage } from '../../platform/delivery/member-message.ts'
import { type Gateway, internationalPhone } from './gateway.ts'

export const SMS = 'sms'

type Options = { db: Db; gateway: Gateway | undefined; publicUrl: string }

/** Text messages to members. Without a gateway, deliveries fail at once and nothing else changes. */
export const smsChannel = ({ db, gateway, publicUrl }: Options): Channel => ({
  name: SMS,
  // A phone sends messages one after another, so more would only queue there.
  concurrency: 2,
  // About an hour in all; a later text message helps nobody.
  retrySeconds: doublingDelays(30, 900, 8),

  send: async ({ id, memberId, payload, attempts }): Promise<Outcome> => {
    if (!gateway) return { result: 'failed', code: 'notConfigured' }
    const message = await readMessage(db, payload)
    const member = memberId ? await addressee(db, memberId) : undefined
    const phone = member && internationalPhone(member.phone)
    if (!message || !phone) return { result: 'failed', code: 'noReceiver' }
    const text = `${message.texts[member.language]}\n${publicUrl}${message.path}`
    const answer = await gateway.send(id, phone, text, attempts > 1)
    if (answer.isSent) return { result: 'sent' }
    return { result: answer.isFinal ? 'failed' : 'later', code: answer.code }
  },

  ...(gateway && { confirm: gateway.confirm }),
})
