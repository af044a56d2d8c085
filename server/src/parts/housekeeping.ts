import { forgetDeleted } from '../aoi/actions.ts'
import { keepAuditMonths } from '../audit/actions.ts'
import { databaseTime } from '../db/clock.ts'
import { openDatabase } from '../db/database.ts'
import { forgetOldDeliveries } from '../delivery/queue.ts'
import { forgetOldEscalations } from '../escalation/queries.ts'
import { collectFiles } from '../files/files.ts'
import type { FileStore } from '../files/store.ts'
import { forgetOldAttempts } from '../http/attempts.ts'
import type { MapHosts } from '../http/map-hosts.ts'
import { forgetOldRefusals } from '../http/refusals.ts'
import { forgetOldStatistics } from '../http/statistics.ts'
import { forgetOld as forgetInvites } from '../invite/queries.ts'
import { forgetOldConfirmations } from '../mail/queries.ts'
import { adoptFormerMessages } from '../push/former-queue.ts'
import { forgetOldReviews } from '../review/actions.ts'
import { forgetOldAlarms } from '../rule/queries.ts'
import { forgetOldTickets } from '../second-factor/queries.ts'
import { pruneHistory } from '../sensor/prune.ts'
import { sumReadings } from '../sensor/sums.ts'
import { eraseDeleted as eraseServices } from '../service/erase.ts'
import { forgetOldSessions } from '../session/queries.ts'
import { noteJob } from '../status/jobs.ts'
import { eraseDeleted as eraseMembers } from '../user/erase.ts'
import { forgetUnconfirmed } from '../visitor/contact.ts'
import type { Base } from './part.ts'

const EVERY_MS = 600_000

/** Runs the periodic clean-up jobs. A job that fails does not stop the others and runs again in the next round. */
export const startHousekeeping = ({ config, database, log }: Base, store: FileStore, mapHosts: MapHosts) => {
  // Connections of its own, opened when needed: a batch may take longer than a request, and keeps no request waiting.
  const { db, close } = openDatabase(database.connection, {
    max: 3,
    acquireTimeoutMs: EVERY_MS,
    onError: (err) => log.warn({ err }, 'housekeeping: lost a connection'),
  })
  const chores: Record<string, () => Promise<unknown>> = {
    'old attempts stay': () => forgetOldAttempts(db),
    'old counts of refusals stay': () => forgetOldRefusals(db),
    'old statistics stay': () => forgetOldStatistics(db),
    'old sessions stay': () => forgetOldSessions(db),
    'old sign-in tickets stay': () => forgetOldTickets(db),
    'the months of the audit are not kept': () => keepAuditMonths(db, config.auditMonths),
    'deleted items stay': () => forgetDeleted(db),
    'deleted services and members stay': () => eraseServices(db).then(() => eraseMembers(db)),
    'old invitations stay': () => forgetInvites(db),
    'readings are not summed, or old ones stay': () => sumReadings(db).then(() => pruneHistory(db, databaseTime())),
    'old e-mail confirmations stay': () => forgetOldConfirmations(db),
    'addresses of reporters that were not confirmed stay': () => forgetUnconfirmed(db),
    'old deliveries stay': () => forgetOldDeliveries(db),
    'push messages of the version before stay': () => adoptFormerMessages(db),
    'old alarms stay': () => forgetOldAlarms(db),
    'old escalations stay': () => forgetOldEscalations(db),
    'old reviews stay': () => forgetOldReviews(db),
    'detached files stay': () => collectFiles(db, store),
    'the hosts of the map style are not known': mapHosts.refresh,
  }
  const round = async (): Promise<void> => {
    const failures: string[] = []
    const running = Object.entries(chores).map(([failure, chore]) =>
      chore().catch((err: unknown) => {
        failures.push(failure)
        log.warn({ err }, failure)
      }),
    )
    await Promise.all(running)
    await noteJob(db, 'housekeeping', failures).catch((err: unknown) => log.warn({ err }, 'a job could not be noted'))
  }
  const timer = setInterval(() => void round(), EVERY_MS).unref()
  return {
    /** Does all chores now. */
    round,
    stop: () => {
      clearInterval(timer)
      return close()
    },
  }
}
