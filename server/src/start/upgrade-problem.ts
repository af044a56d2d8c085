import pg from 'pg'
import { StartProblem } from './config.ts'

/** Connections, room, and others in the way: a later start may succeed. */
const PASSING = ['08', '40', '53', '55', '57', '58']

/** A step of the schema failed. */
export class UpgradeProblem extends StartProblem {
  /**
   * What the process ends with. Where PostgreSQL has refused the step itself, every further start would fail alike, and
   * the service of systemd is not started again (deploy/systemd/cohesion.service).
   */
  get exitCode(): number {
    for (let cause = this.cause; cause instanceof Error; cause = cause.cause)
      if (cause instanceof pg.DatabaseError) return PASSING.includes(cause.code?.slice(0, 2) ?? '') ? 1 : 65
    return 1
  }
}
