import { createHmac } from 'node:crypto'
import { BASE_PATH } from '#contract'
import type { Api, Member } from './api.ts'

/** Opens the inbox of a service. Returns a function that delivers a message with the signature of the gateway. */
export const openTexts = async (api: Api, admin: Member) => {
  const opened = await api.must(api.send('POST', '/text-messages/inbox', { ...admin, body: { provider: 'gateway' } }))
  const path = new URL(opened.address).pathname.slice(BASE_PATH.length)
  return (body: Record<string, unknown>) => {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', opened.secret)
      .update(JSON.stringify(body) + timestamp)
      .digest('hex')
    return api.send('POST', path, { body, headers: { 'x-timestamp': timestamp, 'x-signature': signature } })
  }
}
