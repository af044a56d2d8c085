import { join } from 'node:path'
import pg from 'pg'
import packageFile from '../../../package.json' with { type: 'json' }
import { holdsData } from '../operations/backup/target.ts'
import { type Connection, openDatabase } from '../platform/db/database.ts'
import { versionOfCluster } from '../platform/db/embedded-cluster.ts'
import { isTooNew, pendingUpgrade } from '../platform/db/migrate.ts'
import { StartProblem } from '../platform/db/start-problem.ts'
import type { Config } from './config.ts'
import { reachDatabase } from './database.ts'

export type UpgradePlan = { isBlocked: boolean; lines: string[] }

export async function planUpgrade(config: Config): Promise<UpgradePlan> {
  const lines = [`This is Cohesion ${packageFile.version}.`]
  if (!config.databaseUrl && !versionOfCluster(join(config.dataFolder, 'postgres')))
    return { isBlocked: false, lines: [...lines, `${config.dataFolder} holds no data: the first start makes it.`] }
  try {
    const { connection, stop } = await reachDatabase(config, { report: () => {} })
    try {
      const { db, close } = openDatabase(connection, { max: 1 })
      try {
        if (await isTooNew(db))
          return {
            isBlocked: true,
            lines: [...lines, 'The database belongs to a newer version of Cohesion: this one would refuse to start.'],
          }
        const pending = await pendingUpgrade(db)
        if (pending.length === 0)
          return { isBlocked: false, lines: [...lines, 'The data is of this version: nothing would be changed.'] }
        lines.push(`Steps that would be applied to the data: ${pending.join(', ')}.`)
        lines.push(await backupLine(config, connection))
        return { isBlocked: false, lines }
      } finally {
        await close()
      }
    } finally {
      await stop()
    }
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    return { isBlocked: true, lines: [...lines, error.message] }
  }
}

async function backupLine({ backup }: Config, connection: Connection): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  const isUsed = await holdsData(client).finally(() => client.end())
  if (!isUsed) return 'No backup is made before: nobody has used this server yet.'
  return backup.beforeUpgrade
    ? `A backup is made before, in ${backup.to}.`
    : 'No backup is made before: COHESION_BACKUP_BEFORE_UPGRADE is off.'
}
