import { createHmac } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { sealingKeyOf } from '../../platform/secret/sealing.ts'

const PREFIX = 'whsec_'

/**
 * Secret of a webhook in the form of Standard Webhooks, derived from the server's secret and stored in no table.
 * Another version gives another secret.
 */
export const secretOf = async (db: Db, webhookId: string, version: number): Promise<string> => {
  const key = await sealingKeyOf(db, `webhook ${webhookId} ${version}`)
  return PREFIX + Buffer.from(key, 'base64url').toString('base64')
}

type Message = { id: string; sentAt: Date; body: string }

/** The headers of a call: Standard Webhooks, HMAC-SHA256 (v1). */
export const signedHeaders = (secret: string, { id, sentAt, body }: Message): Record<string, string> => {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}
