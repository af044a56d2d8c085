import { openBackup } from '../operations/backup/place.ts'
import { type RestoreOptions, restoreArchive } from '../operations/backup/restore.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { EmbeddedOptions } from '../platform/db/embedded.ts'
import { StartProblem } from '../platform/db/start-problem.ts'
import { readUpgradeNote } from '../platform/db/upgrade-note.ts'
import { openStore } from '../platform/files/local.ts'
import type { Config } from './config.ts'
import { reachDatabaseAlone } from './database.ts'

type Options = Pick<EmbeddedOptions, 'onLost' | 'report'> &
  Pick<RestoreOptions, 'onStep'> & {
    /** Required to undo an upgrade that completed, or after which data was written. */
    mayReplace: boolean
  }

export type WayBack = { backup: string; createdAt: string }

/**
 * Undoes the last upgrade: restores its backup in the schema of the old version. Only the newer version can do so,
 * because the old version lacks the migrations to undo.
 */
export async function goBack(config: Config, options: Options): Promise<WayBack> {
  const { connection, stop } = await reachDatabaseAlone(config, options)
  try {
    const { db, close } = openDatabase(connection, { max: 1 })
    const note = await readUpgradeNote(db).finally(close)
    if (!note) throw new StartProblem('No upgrade of this database is recorded: there is nothing to go back from.')
    if (!options.mayReplace && note.isBackupBehind)
      throw new StartProblem(
        `Everything written since ${note.begunAt.toISOString()} would be lost. To accept that, add --replace.`,
      )
    const { passphrase, s3 } = config.backup
    const target = { connection, store: await openStore(config) }
    const { manifest } = await restoreArchive(await openBackup(note.backup, s3), target, {
      passphrase,
      mayReplace: true,
      keepSessions: true,
      asItWas: note.sha256,
      ...(options.onStep && { onStep: options.onStep }),
    })
    return { backup: note.backup, createdAt: manifest.createdAt }
  } finally {
    await stop()
  }
}
