import type { BackupPlace } from '../backup/backup-place.ts'
import * as backups from '../backup/queries.ts'
import { databaseTime } from '../db/clock.ts'
import type { Db } from '../db/database.ts'
import { mailMember } from '../mail/actions.ts'
import { ownerIds } from '../mail/queries.ts'
import type { Base } from './part.ts'

const EVERY_MS = 3_600_000

/** Mails the server's owners once a day while the last good backup is too old. */
export const warnOfOldBackups = async (db: Db, openPlace: () => Promise<BackupPlace>): Promise<void> => {
  const stored = await (await openPlace()).list()
  const newestMs = Math.max(...stored.map(({ modifiedAt }) => modifiedAt.getTime()))
  const lastGood = stored.length > 0 ? new Date(newestMs) : undefined
  if (!backups.isTooOld(lastGood, await backups.readSetting(db))) return
  const day = databaseTime().toISOString().slice(0, 10)
  for (const id of await ownerIds(db))
    await mailMember(db, id, 'backupTooOld', {
      payload: { lastGoodAt: lastGood?.toISOString() ?? null },
      dedupeKey: `backupTooOld ${day} ${id}`,
    })
}

/** Looks every hour for what the server's owners have to know. */
export const startOwnerWarnings = (
  { database: { db }, log }: Base,
  { openPlace }: { openPlace: () => Promise<BackupPlace> },
  wake: () => void,
) => {
  const warn = () =>
    warnOfOldBackups(db, openPlace).then(wake, (err: unknown) => log.warn({ err }, 'the owner could not be warned'))
  const timer = setInterval(() => void warn(), EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
