import { createHmac } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { newToken } from './tokens.ts'

const NAME = 'device-seal'

/** A member's own 256-bit key, derived from a secret that all servers of the database share. */
export const sealingKeyOf = async (db: Db, id: string): Promise<string> => {
  const stored = () => db.selectFrom('secret').select('value').where('name', '=', NAME).executeTakeFirst()
  let secret = await stored()
  if (!secret) {
    await db
      .insertInto('secret')
      .values({ name: NAME, value: JSON.stringify(newToken()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    secret = await stored()
  }
  return createHmac('sha256', String(secret?.value)).update(id).digest('base64url')
}
