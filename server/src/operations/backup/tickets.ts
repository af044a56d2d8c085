import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { sealingKeyOf } from '../../platform/secret/sealing.ts'

/** A ticket makes an address that downloads one backup for a minute, on every server of the database. */
const LIFETIME_MS = 60_000
const KEY_NAME = 'backup-download'

const sign = async (db: Db, text: string): Promise<Buffer> =>
  createHmac('sha256', await sealingKeyOf(db, KEY_NAME))
    .update(text)
    .digest()

export const makeTicket = async (db: Db, name: string, now = Date.now()): Promise<string> => {
  const text = `${now + LIFETIME_MS}.${name}`
  return `${Buffer.from(text).toString('base64url')}.${(await sign(db, text)).toString('base64url')}`
}

export const readTicket = async (db: Db, ticket: string, now = Date.now()): Promise<string | undefined> => {
  const [text = '', mac = ''] = ticket.split('.').map((part) => Buffer.from(part, 'base64url'))
  const expected = await sign(db, text.toString())
  if (typeof mac === 'string' || mac.length !== expected.length || !timingSafeEqual(mac, expected)) return undefined
  const [until = '', ...name] = text.toString().split('.')
  return Number(until) >= now ? name.join('.') : undefined
}
