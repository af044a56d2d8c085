import type { JobName } from '#contract'
import type { Db } from '../../platform/db/database.ts'

/** How a job ended on this server, for all of them: the last run counts, whichever server made it. */
export const noteJob = (db: Db, name: JobName, problems: string[]) =>
  db
    .insertInto('job')
    .values({ name, lastAt: new Date(), problems })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        lastAt: row.ref('excluded.lastAt'),
        problems: row.ref('excluded.problems'),
      })),
    )
    .execute()

export const readJobs = (db: Db) => db.selectFrom('job').selectAll().execute()
