import { type MailKind, MemberMessage, mailText } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { type Channel, doublingDelays, type Outcome } from '../../platform/delivery/channel.ts'
import { type Composer, EMAIL } from './actions.ts'
import { memberMessage } from './composers.ts'
import type { Transport } from './transport.ts'

type Options = {
  db: Db
  transport: Transport | undefined
  composers: Partial<Record<string, Composer>>
  publicUrl: string
}

export const emailChannel = ({ db, transport, composers, publicUrl }: Options): Channel => ({
  name: EMAIL,
  concurrency: 8,
  // Retries take about six hours in total.
  retrySeconds: doublingDelays(60, 7_200, 10),

  send: async (delivery): Promise<Outcome> => {
    if (!transport) return { result: 'failed', code: 'notConfigured' }
    const isMessage = MemberMessage.safeParse(delivery.payload).success
    const compose = isMessage ? memberMessage : composers[delivery.kind]
    const kind = isMessage ? 'message' : (delivery.kind as MailKind)
    const mails = (await compose?.(db, delivery)) ?? []
    if (mails.length === 0) return { result: 'failed', code: 'noReceiver' }
    for (const [number, { to, language, values, path, stopPath }] of mails.entries()) {
      const text = mailText(language, kind, values, path && publicUrl + path)
      const answer = await transport.send(to, `${delivery.id}.${number}`, text, stopPath && publicUrl + stopPath)
      if (!answer.isSent) return { result: answer.isFinal ? 'failed' : 'later', code: answer.code }
    }
    return { result: 'sent' }
  },
})
