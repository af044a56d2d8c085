import { type Connection, openDatabase } from '../../platform/db/database.ts'
import { pendingUpgrade } from '../../platform/db/migrate.ts'
import { noteGood } from './queries.ts'

/** Notes a backup that was made by a command. Data of an earlier version has no place for the note. */
export async function noteGoodBackup(connection: Connection, name: string): Promise<void> {
  const { db, close } = openDatabase(connection, { max: 1 })
  try {
    if ((await pendingUpgrade(db)).length === 0) await noteGood(db, name)
  } finally {
    await close()
  }
}
