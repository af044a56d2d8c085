import pg from 'pg'
import { StartProblem } from '../platform/db/start-problem.ts'

/** SQLSTATE classes of connection, space and lock errors, after which a later start may succeed. */
const PASSING = ['08', '40', '53', '55', '57', '58']

/** A migration failed. */
export class UpgradeProblem extends StartProblem {
  /**
   * Exit code of the process. After PostgreSQL rejects a migration, every further start would fail, so systemd does
   * not restart the service (deploy/systemd/cohesion.service).
   */
  get exitCode(): number {
    for (let cause = this.cause; cause instanceof Error; cause = cause.cause)
      if (cause instanceof pg.DatabaseError) return PASSING.includes(cause.code?.slice(0, 2) ?? '') ? 1 : 65
    return 1
  }
}
