import { createHmac } from 'node:crypto'
import type { TextInboxWithSecret } from '#contract'
import { databaseMs } from '../platform/db/clock.ts'
import { newId } from '../platform/db/id.ts'
import type { TestMember } from './people.ts'
import type { testServer } from './server.ts'

type Options = { from?: string; id?: string; secret?: string; at?: number; path?: string; receivedAt?: string }

/** A gateway that delivers text messages to the Admin's service, signed like the app “SMS Gateway for Android”. */
export const inboundTexts = async (server: Awaited<ReturnType<typeof testServer>>, admin: TestMember) => {
  const answer = await server.as(admin).post('/text-messages/inbox', { provider: 'gateway' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const opened: TextInboxWithSecret = answer.json()
  const path = new URL(opened.address ?? '').pathname.replace('/api/cohesion', '')
  const secret = opened.secret ?? ''
  let lines = 0

  /** Sends the body unchanged, each time from another network. */
  const post = (body: string, { secret: key = secret, at = databaseMs(), path: to = path }: Options = {}) => {
    const timestamp = String(Math.floor(at / 1000))
    return server.anyone.send('POST', to, {
      payload: body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'x-api-key': '',
        'x-forwarded-for': `10.9.${lines >> 8}.${lines++ & 255}`,
        'x-timestamp': timestamp,
        'x-signature': createHmac('sha256', key)
          .update(body + timestamp)
          .digest('hex'),
      },
    })
  }
  const bodyOf = (text: string, { from = '+972501112233', id = newId(), receivedAt }: Options = {}) =>
    JSON.stringify({
      deviceId: 'device',
      event: 'sms:received',
      id,
      webhookId: 'hook',
      payload: { messageId: 'abc', message: text, sender: from, phoneNumber: from, simNumber: 1, receivedAt },
    })
  const text = (words: string, options: Options = {}) => post(bodyOf(words, options), options)
  return { ...opened, path, secret, post, bodyOf, text }
}
