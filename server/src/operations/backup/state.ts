import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../platform/db/database.ts'
import type { BackupPlace, StoredBackup } from './backup-place.ts'
import { backupProblemOf } from './problem.ts'
import * as backups from './queries.ts'

/** Timeout, because unreachable storage may not respond at all. */
const LIST_MS = 5_000

export type OpenPlace = () => Promise<BackupPlace>

export const listBackups = async (
  open: OpenPlace,
): Promise<{ stored: StoredBackup[]; placeProblem: string | null }> => {
  const list = async () => (await open()).list()
  const listing = list().then(
    (stored) => ({
      stored: stored.sort((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime()),
      placeProblem: null,
    }),
    (error: unknown) => ({ stored: [], placeProblem: backupProblemOf(error) }),
  )
  const patience = pause(LIST_MS, { stored: [], placeProblem: 'placeAway' as const }, { ref: false })
  return Promise.race([listing, patience])
}

/**
 * Backup state for the server's owner. Only the last verified backup that still exists counts as good. An unreadable
 * location counts as too old.
 */
export const readBackupState = async (db: Db, open: OpenPlace) => {
  const { stored, placeProblem } = await listBackups(open)
  const setting = await backups.readSetting(db)
  const lastGood =
    placeProblem === null
      ? stored.find(({ name }) => name === setting.lastGoodName)?.modifiedAt
      : (setting.lastGoodAt ?? undefined)
  const isTooOld = placeProblem !== null || backups.isTooOld(lastGood, setting)
  return { stored, placeProblem, setting, lastGood, isTooOld }
}
export type BackupState = Awaited<ReturnType<typeof readBackupState>>
