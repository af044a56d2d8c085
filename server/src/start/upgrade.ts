import pg from 'pg'
import { keepNewest, makeBackup } from '../backup/make.ts'
import { openPlace } from '../backup/place.ts'
import { holdsData } from '../backup/target.ts'
import { type Connection, openDatabase } from '../db/database.ts'
import { pendingUpgrade } from '../db/migrate.ts'
import { openStore } from '../files/store.ts'
import { type Config, StartProblem } from './config.ts'
import { step } from './step.ts'

const KEPT_BACKUPS = 3

/**
 * Backs up data that this version is about to change. Returns where the backup is, or undefined if there is nothing to
 * change or nothing to lose.
 */
export async function backUpBeforeUpgrade(config: Config, connection: Connection): Promise<string | undefined> {
  if (!config.backup.beforeUpgrade || !(await changesData(connection))) return undefined
  return step('backup before the upgrade', async () => {
    try {
      const { to, s3, passphrase } = config.backup
      const place = await openPlace(to, s3)
      const source = { connection, store: await openStore(config), secrets: { vapid: config.vapid } }
      const { name } = await makeBackup(source, place, { kind: 'upgrade', passphrase })
      await keepNewest(place, 'upgrade', KEPT_BACKUPS)
      return `${place.address}/${name}`
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new StartProblem(
        `The data could not be backed up before the upgrade, and nothing was changed: ${reason}. ` +
          'Mend that, or set COHESION_BACKUP_BEFORE_UPGRADE=off.',
        { cause },
      )
    }
  })
}

async function changesData(connection: Connection): Promise<boolean> {
  const database = openDatabase(connection, { max: 1 })
  const isUpgrade = (await pendingUpgrade(database.db).finally(() => database.close())).length > 0
  if (!isUpgrade) return false
  const client = new pg.Client(connection)
  await client.connect()
  return holdsData(client).finally(() => client.end())
}
