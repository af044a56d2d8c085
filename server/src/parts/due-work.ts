import type { MemberChannel } from '#contract'
import { escalationJobs } from '../alarms/escalation/actions.ts'
import { ruleJobs } from '../alarms/rule/jobs.ts'
import { batchJob } from '../platform/clock/batch.ts'
import { type Job, openClock } from '../platform/clock/clock.ts'
import { releaseGone, retryQuarantined } from '../platform/clock/quarantine.ts'
import { databaseTime } from '../platform/db/clock.ts'
import { overdueReviews } from '../public/review/actions.ts'
import { reporterNews } from '../public/visitor/tell-reporters.ts'
import type { Config } from '../start/config.ts'
import type { Base } from './part.ts'

/** The channels by which this server reaches members. */
export const workingChannels = ({ mail, smsGatewayUrl }: Config): MemberChannel[] => [
  'push',
  ...(mail ? ['email' as const] : []),
  ...(smsGatewayUrl === undefined ? [] : ['sms' as const]),
]

/** Everything that is due by the clock. Alarms come first. */
export const openDueWork = ({ config, database: { db }, log }: Base, sensors: { jobs: Job[] }, wake: () => void) => {
  const tools = { channels: workingChannels(config) }
  const clock = openClock({
    jobs: [
      ...ruleJobs(db),
      ...escalationJobs(db, tools),
      ...sensors.jobs,
      batchJob(db, 'overdue reviews', overdueReviews),
      batchJob(db, 'news for reporters', reporterNews),
      { name: 'quarantine', everyMs: 5_000, run: (now) => releaseGone(db, now) },
    ],
    wake,
    log,
  })
  return {
    state: clock.state,
    onListen: () =>
      void retryQuarantined(db, databaseTime()).catch((err: unknown) => log.warn({ err }, 'quarantined rows wait')),
    stop: clock.stop,
  }
}
