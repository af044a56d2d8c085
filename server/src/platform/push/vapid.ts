import webPush from 'web-push'
import type { Db } from '../db/database.ts'

export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

const NAME = 'vapid'

/**
 * The keys that identify this server to push services: from the environment, or made at the first start and shared by
 * all servers of a database. Devices registered under other keys are unreachable.
 */
export const vapidKeys = async (db: Db, given: VapidKeys | undefined, publicUrl: string): Promise<VapidKeys> => {
  if (given) return given
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:push@cohesion.invalid'
  await db
    .insertInto('secret')
    .values({ name: NAME, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('secret').select('value').where('name', '=', NAME).executeTakeFirstOrThrow()
  const { publicKey, privateKey } = row.value as Omit<VapidKeys, 'subject'>
  return { publicKey, privateKey, subject }
}
