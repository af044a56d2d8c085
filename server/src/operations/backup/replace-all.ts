import type { Actor } from '#contract'
import { type Connection, openDatabase } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { backupProblemOf } from './problem.ts'
import { noteRestoreEnd } from './queries.ts'
import type { OpenArchive } from './read-archive.ts'
import { checkArchive, loadArchive } from './restore.ts'
import { withDatabaseToItself } from './restore-turn.ts'

export type RestoreOrder = {
  open: OpenArchive
  /** The name of the archive, for the audit. */
  name: string
  passphrase: string | undefined
  /** False during the first run, so that a restore is refused once the server has members. */
  mayReplace: boolean
  actor: Actor | undefined
  address: string
  /** Called when the archive is no longer needed. */
  onEnd?: () => Promise<void>
}

type Log = { warn(details: object, text: string): void; error(details: object, text: string): void }

type Server = {
  connection: Connection
  store: FileStore
  log: Log
  /** Closes the server and its connections, runs the work, and starts the server again. */
  leaveFor: (work: () => Promise<void>) => void
}

/**
 * Checks the archive while the server goes on, then disconnects all servers from the database and loads it. A failure
 * is recorded for the page and leaves the data unchanged. Resolves when the work is done or has been passed to
 * `leaveFor`.
 */
export async function replaceAll({ connection, store, log, leaveFor }: Server, order: RestoreOrder): Promise<void> {
  const { open, name, passphrase, mayReplace, actor, address, onEnd } = order
  const noteProblem = async (error: unknown) => {
    log.error({ err: error }, 'the restore failed')
    const database = openDatabase(connection, { max: 1 })
    await noteRestoreEnd(database.db, backupProblemOf(error))
      .catch((err: unknown) => log.warn({ err }, 'the failed restore could not be recorded'))
      .finally(() => database.close())
  }
  try {
    await checkArchive(open, { passphrase })
  } catch (error) {
    await noteProblem(error)
    return onEnd?.()
  }
  leaveFor(async () => {
    try {
      const { unreadable } = await withDatabaseToItself(connection, () =>
        loadArchive(
          open,
          { connection, store },
          {
            passphrase,
            mayReplace,
            onLoaded: async (db) => {
              await noteRestoreEnd(db, null)
              // The audit line that was written before the restore is gone with the old data.
              await recordAudit(db, {
                actor,
                action: 'backup.restore',
                outcome: 'done',
                targetKind: 'backup',
                targetName: name,
                address,
              })
            },
          },
        ),
      )
      if (unreadable.length > 0) log.warn({ unreadable }, 'the backup contains values that cannot be read')
    } catch (error) {
      await noteProblem(error)
    } finally {
      await onEnd?.()
    }
  })
}
