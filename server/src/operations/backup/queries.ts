import { sql } from 'kysely'
import type { NightlyBackup } from '#contract'
import { type Connection, type Db, openDatabase } from '../../platform/db/database.ts'
import { pendingUpgrade } from '../../platform/db/migrate.ts'
import { REMOVAL_LOCK } from '../../platform/files/files.ts'

const PROBLEM_LENGTH = 500

export const readSetting = (db: Db) => db.selectFrom('backupSetting').selectAll().executeTakeFirstOrThrow()

export const changeNightly = (db: Db, { isOn, time, keep }: Partial<NightlyBackup>) =>
  db
    .updateTable('backupSetting')
    .set({
      ...(isOn !== undefined && { isNightly: isOn }),
      ...(time !== undefined && { time }),
      ...(keep !== undefined && { keep }),
      begunAt: sql<Date>`greatest(begun_at, now())`,
    })
    .execute()

/** Returns true on one server, once a night, when the nightly backup is due. */
export const claimNight = async (db: Db, dueAt: Date): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('backupSetting')
    // `greatest`, because the clocks of server and database may differ.
    .set({ begunAt: sql<Date>`greatest(now(), ${dueAt})` })
    .where('isNightly', '=', true)
    .where('begunAt', '<', dueAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const noteEnd = (db: Db, problem: string | null) =>
  db
    .updateTable('backupSetting')
    .set({ problem: problem?.slice(0, PROBLEM_LENGTH) ?? null })
    .execute()

/** Records the last backup that was read back and is intact. */
export const noteGood = (db: Db, name: string) =>
  db.updateTable('backupSetting').set({ lastGoodName: name, lastGoodAt: sql<Date>`now()` }).execute()

export const noteRestoreEnd = (db: Db, problem: string | null) =>
  db
    .updateTable('backupSetting')
    .set({ restoreProblem: problem?.slice(0, PROBLEM_LENGTH) ?? null })
    .execute()

/** Whether any server or command is making a backup of this database. */
export const isRunning = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ isHeld: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${REMOVAL_LOCK}
      and mode = 'ExclusiveLock' and granted and database = (select oid from pg_database where datname = current_database()))
      as is_held`.execute(db)
  return rows[0]?.isHeld ?? false
}

const TOO_OLD_MS = 48 * 3_600_000

/** Whether the owner is warned of an old backup. A server that started yesterday is not late. */
export const isTooOld = (
  lastGood: Date | undefined,
  { begunAt, problem }: { begunAt: Date; problem: string | null },
): boolean => {
  const isOld = (moment: Date) => Date.now() - moment.getTime() > TOO_OLD_MS
  return lastGood ? isOld(lastGood) : isOld(begunAt) || problem !== null
}

/** The last moment before now at which the clock showed `time`, for example "02:30". */
export function lastDue(time: string, now: Date): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const due = new Date(now)
  due.setHours(hours, minutes, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/** Records a backup that a command made, unless the database has the schema of an earlier version. */
export async function noteGoodBackup(connection: Connection, name: string): Promise<void> {
  const { db, close } = openDatabase(connection, { max: 1 })
  try {
    if ((await pendingUpgrade(db)).length === 0) await noteGood(db, name)
  } finally {
    await close()
  }
}
