import pg from 'pg'
import { keepNewest, makeBackup } from '../operations/backup/make.ts'
import { openPlace } from '../operations/backup/place.ts'
import { holdsData } from '../operations/backup/target.ts'
import { type Connection, openDatabase } from '../platform/db/database.ts'
import { pendingUpgrade } from '../platform/db/migrate.ts'
import { StartProblem } from '../platform/db/start-problem.ts'
import { noteUpgrade, noteWritten, readUpgradeNote, type UpgradeNote } from '../platform/db/upgrade-note.ts'
import { openStore } from '../platform/files/local.ts'
import type { Config } from './config.ts'
import { step } from './step.ts'

const KEPT_BACKUPS = 3

/**
 * Backs up data before an upgrade. Returns the backup of the old version's data, or undefined if there is nothing to do
 * or no data. After a failed upgrade its backup is reused; another one is added only if data was written since.
 */
export async function backUpBeforeUpgrade(config: Config, connection: Connection): Promise<string | undefined> {
  const { changesData, halfDone } = await readState(connection)
  if (!changesData) return undefined
  if (!config.backup.beforeUpgrade || halfDone?.isWrittenSince === false) return halfDone?.backup
  return step('backup before the upgrade', async () => {
    try {
      return await backUp(config, connection)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new StartProblem(
        `The data could not be backed up before the upgrade, and nothing was changed: ${reason}. ` +
          'Fix that, or set COHESION_BACKUP_BEFORE_UPGRADE=off.',
        { cause },
      )
    }
  })
}

async function backUp(config: Config, connection: Connection): Promise<string | undefined> {
  const { to, s3, passphrase } = config.backup
  const place = await openPlace(to, s3)
  const source = { connection, store: await openStore(config), secrets: { vapid: config.vapid } }
  const { name, manifest, checksums } = await makeBackup(source, place, { kind: 'upgrade', passphrase })
  const { db, close } = openDatabase(connection, { max: 1 })
  try {
    const backup = `${place.address}/${name}`
    await noteUpgrade(db, { backup, sha256: checksums.sha256, migrations: manifest.migrations })
    const noted = (await readUpgradeNote(db))?.backup
    await keepNewest(place, 'upgrade', KEPT_BACKUPS, (stored) => `${place.address}/${stored}` === noted)
    return noted
  } finally {
    await close()
  }
}

type State = { changesData: boolean; halfDone?: UpgradeNote | undefined }

async function readState(connection: Connection): Promise<State> {
  const { db, close } = openDatabase(connection, { max: 1 })
  const client = new pg.Client(connection)
  try {
    if ((await pendingUpgrade(db)).length === 0) return { changesData: false }
    const note = await readUpgradeNote(db)
    await client.connect()
    const halfDone = note?.isHalfDone ? note : undefined
    if (halfDone?.isWrittenSince) await noteWritten(db)
    return { changesData: await holdsData(client), halfDone }
  } finally {
    await client.end()
    await close()
  }
}
