import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { BackupKind } from '#contract'
import { keepNewest, makeBackup } from '../operations/backup/make.ts'
import { openPlace } from '../operations/backup/place.ts'
import { backupProblemOf } from '../operations/backup/problem.ts'
import * as backups from '../operations/backup/queries.ts'
import { lastDue } from '../operations/backup/queries.ts'
import type { OpenArchive } from '../operations/backup/read-archive.ts'
import { type RestoreOrder, replaceAll } from '../operations/backup/replace-all.ts'
import { watchForRestore, whenRestored } from '../operations/backup/restore-turn.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { openPartUploads } from '../platform/files/part-uploads.ts'
import { warnOfFailedBackup } from './owner-warnings.ts'
import type { Base } from './part.ts'

/** Uploads archives in parts. Only the server's user can read the files, because archives contain secrets. */
const openArchiveUploads = (folder: string) => {
  const { pathOf, add, remove } = openPartUploads(folder, { isPrivate: true })
  return {
    add,
    remove,
    opener:
      (upload: string): OpenArchive =>
      async () =>
        createReadStream(pathOf(upload)),
  }
}

const EVERY_MS = 60_000

export type LeaveDatabase = (work: () => Promise<void>) => void

export const openBackups = (
  { config, database: { db, connection }, log }: Base,
  store: FileStore,
  leaveFor: LeaveDatabase = () => {
    throw new Error('this server cannot restart itself')
  },
) => {
  const { to, s3, passphrase } = config.backup
  const watch = watchForRestore(db, () => leaveFor(() => whenRestored(connection)))
  const source = { connection, store, secrets: { vapid: config.vapid } }
  let running: Promise<void> | undefined
  let restoring: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const run = async (kind: BackupKind): Promise<void> => {
    try {
      const place = await openPlace(to, s3)
      const { name } = await makeBackup(source, place, { kind, passphrase })
      await backups.noteGood(db, name)
      if (kind === 'nightly') await keepNewest(place, kind, (await backups.readSetting(db)).keep)
      await backups.noteEnd(db, null)
    } catch (err) {
      log.error({ err }, 'the backup failed')
      const problem = backupProblemOf(err)
      const note = async () => {
        await backups.noteEnd(db, problem)
        // The owner sees the result of a manual backup on the page.
        if (kind === 'nightly') await warnOfFailedBackup(db, problem)
      }
      await note().catch((failed: unknown) => log.warn({ err: failed }, 'the failed backup could not be recorded'))
    }
  }
  const begin = (kind: BackupKind): Promise<void> => {
    running ??= run(kind).finally(() => {
      running = undefined
    })
    return running
  }

  const makeIfDue = async (now: Date): Promise<void> => {
    const { isNightly, time } = await backups.readSetting(db)
    if (isNightly && (await backups.claimNight(db, lastDue(time, now)))) await begin('nightly')
  }
  return {
    passphrase,
    uploads: openArchiveUploads(join(config.dataFolder, 'uploads')),
    isRestoring: () => restoring !== undefined,
    restore: (order: RestoreOrder): Promise<void> => {
      restoring ??= replaceAll({ connection, store, log, leaveFor }, order).finally(() => {
        restoring = undefined
      })
      return restoring
    },
    place: to,
    openPlace: () => openPlace(to, s3),
    begin: () => void begin('manual'),
    isMaking: () => running !== undefined,
    makeIfDue,
    onListen: () => {
      watch.onListen()
      timer = setInterval(
        () => makeIfDue(new Date()).catch((err: unknown) => log.warn({ err }, 'the backup could not be started')),
        EVERY_MS,
      ).unref()
    },
    onClosing: () => watch.onClosing(),
    stop: () => clearInterval(timer),
  }
}
