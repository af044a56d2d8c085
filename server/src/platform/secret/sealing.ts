import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { newToken } from './tokens.ts'

/** A value that all servers of the database share: the stored one, otherwise the one that `make` returns. */
export const storedSecret = async (db: Db, name: string, make: () => unknown): Promise<unknown> => {
  const stored = () => db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirst()
  const row = await stored()
  if (row) return row.value
  await db
    .insertInto('secret')
    .values({ name, value: JSON.stringify(make()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await stored())?.value
}

export const forgetSecret = async (db: Db, name: string): Promise<void> => {
  await db.deleteFrom('secret').where('name', '=', name).execute()
}

const NAME = 'device-seal'

const derive = (secret: unknown, id: string): string =>
  createHmac('sha256', String(secret)).update(id).digest('base64url')

/** A member's own 256-bit key, derived from a secret that all servers of the database share. */
export const sealingKeyOf = async (db: Db, id: string): Promise<string> =>
  derive(await storedSecret(db, NAME, newToken), id)

const mailedLink = (id: string): string => `mailed link ${id}`

/**
 * The token of a link in a message, derived from the link's id and a secret of the server: it is stored in no table,
 * and a repeated message has the same link.
 */
export const linkToken = (db: Db, linkId: string): Promise<string> => sealingKeyOf(db, mailedLink(linkId))

/** The tokens of many links, with one statement. */
export const linkTokens = async (db: Db, linkIds: readonly string[]): Promise<string[]> => {
  const secret = await storedSecret(db, NAME, newToken)
  return linkIds.map((id) => derive(secret, mailedLink(id)))
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

export const seal = async (db: Db, id: string, text: string): Promise<string> => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, Buffer.from(await sealingKeyOf(db, id), 'base64url'), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

export const unseal = async (db: Db, id: string, sealed: string): Promise<string> => {
  const bytes = Buffer.from(sealed, 'base64url')
  const key = Buffer.from(await sealingKeyOf(db, id), 'base64url')
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
