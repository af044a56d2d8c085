import webPush from 'web-push'
import type { Db } from '../db/database.ts'
import { storedSecret } from '../secret/stored.ts'

export type VapidKeys = { publicKey: string; privateKey: string; subject: string }

const NAME = 'vapid'

/**
 * The keys that identify this server to push services: from the environment, or created at the first start and shared by
 * all servers of a database. Devices that were registered with other keys cannot be reached.
 */
export const vapidKeys = async (db: Db, given: VapidKeys | undefined, publicUrl: string): Promise<VapidKeys> => {
  if (given) return given
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:push@cohesion.invalid'
  const stored = await storedSecret(db, NAME, webPush.generateVAPIDKeys)
  const { publicKey, privateKey } = stored as Omit<VapidKeys, 'subject'>
  return { publicKey, privateKey, subject }
}
