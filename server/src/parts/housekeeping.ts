import { oldEscalations, oldNotices } from '../alarms/escalation/queries.ts'
import { oldAlarms, oldMutes } from '../alarms/rule/queries.ts'
import { oldSensorLog, pruneHistory } from '../alarms/sensor/prune.ts'
import { readingsToSum, sensorsToSum } from '../alarms/sensor/sums.ts'
import { deletedItems } from '../core/aoi/erase.ts'
import { abandonedImports, forgetOldRows } from '../exchange/import/queries.ts'
import { oldWarnings } from '../exchange/warning/jobs.ts'
import { deletedServices } from '../operations/organisation/erase.ts'
import { noteJob } from '../operations/status/queries.ts'
import { oldInvites, oldReentryLinks } from '../people/invite/queries.ts'
import { forgetOldTickets } from '../people/second-factor/queries.ts'
import { forgetOldDevices, oldSessions } from '../people/session/queries.ts'
import { oldTokens } from '../people/token/queries.ts'
import { forgetOldConfirmations } from '../people/user/email.ts'
import { deletedMembers } from '../people/user/erase.ts'
import { type Batch, batchJob, runSingleRows } from '../platform/clock/batch.ts'
import { type ClockState, type Job, openClock } from '../platform/clock/clock.ts'
import { databaseTime } from '../platform/db/clock.ts'
import { openDatabase } from '../platform/db/database.ts'
import { oldDeliveries } from '../platform/delivery/queue.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { collectFiles } from '../platform/files/files.ts'
import { forgetOldAttempts } from '../platform/http/attempts.ts'
import { keepAuditMonths } from '../platform/http/audit-months.ts'
import type { MapHosts } from '../platform/http/map-hosts.ts'
import { forgetOldRefusals } from '../platform/http/refusals.ts'
import { forgetOldStatistics } from '../platform/http/statistics.ts'
import { oldReviews } from '../public/review/actions.ts'
import { forgetOldReceipts } from '../public/text-message/inbox.ts'
import { forgetUnconfirmed } from '../public/visitor/contact.ts'
import type { Base } from './part.ts'

/** Batches run at every tick, so that quarantined rows are retried before `releaseGone` releases them. */
const TICK_MS = 60_000
const SELDOM_MS = 600_000
/** A longer run is reported. A backlog alone takes up to BUDGET_MS. */
const HANGING_MS = 600_000
/** A batch with a backlog ends after this time and continues at the next tick. */
const BUDGET_MS = 300_000

export const startHousekeeping = ({ config, database, log }: Base, store: FileStore, mapHosts: MapHosts) => {
  // Separate connections, opened when needed: a batch may run longer than a request and must not delay requests.
  const { db, close } = openDatabase(database.connection, {
    max: 3,
    acquireTimeoutMs: SELDOM_MS,
    onError: (err) => log.warn({ err }, 'housekeeping: lost a connection'),
  })
  const job = (name: string, run: () => Promise<unknown>, everyMs = SELDOM_MS): Job => ({
    name,
    everyMs,
    run: () => run().then(() => 0),
  })
  const batch = (name: string, rows: Batch) => batchJob(db, name, rows, { budgetMs: BUDGET_MS })
  const clock = openClock({
    log,
    tickMs: TICK_MS,
    hangingMs: HANGING_MS,
    jobs: [
      job('old attempts', () => forgetOldAttempts(db)),
      job('old counts of refusals', () => forgetOldRefusals(db)),
      job('old statistics', () => forgetOldStatistics(db)),
      batch('old sessions', oldSessions),
      job('old devices', () => forgetOldDevices(db)),
      batch('old API tokens', oldTokens),
      job('old sign-in tickets', () => forgetOldTickets(db)),
      job('months of the audit', () => keepAuditMonths(db, config.auditMonths)),
      batch('deleted items', deletedItems),
      { name: 'deleted services', run: (now) => runSingleRows(db, 'deleted services', deletedServices, now) },
      batch('deleted members', deletedMembers),
      batch('old invitations', oldInvites),
      batch('old re-entry links', oldReentryLinks),
      batch('sums of readings', readingsToSum),
      batch('sums of old readings', sensorsToSum),
      job('old readings', () => pruneHistory(db, databaseTime())),
      batch('old log of sensors', oldSensorLog),
      job('old e-mail confirmations', () => forgetOldConfirmations(db)),
      job('unconfirmed addresses of reporters', () => forgetUnconfirmed(db)),
      job('old receipts of text messages', () => forgetOldReceipts(db)),
      batch('old deliveries', oldDeliveries),
      batch('old alarms', oldAlarms),
      batch('old mutes', oldMutes),
      batch('old escalations', oldEscalations),
      batch('old notices', oldNotices),
      batch('old reviews', oldReviews),
      batch('old warnings', oldWarnings),
      job('old rows of imports', () => forgetOldRows(db)),
      batch('abandoned imports', abandonedImports),
      job('detached files', () => collectFiles(db, store), TICK_MS),
      job('hosts of the map style', mapHosts.refresh),
      job('status', () => noteJob(db, 'housekeeping', problemsOf(clock.state())), TICK_MS),
    ],
  })
  return {
    state: clock.state,
    round: () => clock.runAll(),
    stop: () => {
      clock.stop()
      return close()
    },
  }
}

const problemsOf = ({ jobs }: ClockState): string[] =>
  jobs.flatMap(({ name, problem }) => (problem === null ? [] : [`${name}: ${problem}`]))
