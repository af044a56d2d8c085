import type { Status } from '#contract'
import * as backups from '../backup/queries.ts'
import type { Db } from '../db/database.ts'
import { checks, examine } from '../start/doctor/doctor.ts'
import type { openBackups } from './backups.ts'
import type { startHousekeeping } from './housekeeping.ts'
import type { Base } from './part.ts'

type Parts = { housekeeping: ReturnType<typeof startHousekeeping>; backups: ReturnType<typeof openBackups> }

/** The jobs that run by themselves, and how the last run ended. */
export const jobsOf =
  ({ housekeeping, backups: { openPlace } }: Parts) =>
  async (db: Db): Promise<Status['jobs']> => {
    const round = housekeeping.lastRound()
    const { problem } = await backups.readSetting(db)
    const stored = await openPlace().then((place) => place.list())
    const newest = Math.max(0, ...stored.map(({ modifiedAt }) => modifiedAt.getTime()))
    return [
      { name: 'housekeeping', lastAt: round?.at.toISOString() ?? null, problems: round?.failures ?? [] },
      {
        name: 'backup',
        lastAt: newest > 0 ? new Date(newest).toISOString() : null,
        problems: problem === null ? [] : [problem],
      },
    ]
  }

/** `npm run doctor`, from inside. In offline mode other hosts are not asked. */
export const examiner =
  ({ config, database: { pool }, isOffline }: Base) =>
  async () => {
    const isSilent = await isOffline()
    const faults = await examine({
      config,
      pool,
      isServing: !isSilent,
      now: () => new Date(),
      fetch: isSilent ? async () => new Response() : fetch,
    })
    // The port is ours; the check takes a server that does not serve for another program.
    return { checks: checks.length, faults: faults.filter(({ name }) => name !== 'port taken') }
  }
