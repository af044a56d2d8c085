import type { MemberChannel } from '#contract'
import { escalationJobs } from '../alarms/escalation/actions.ts'
import { ruleJobs } from '../alarms/rule/jobs.ts'
import { batchJob } from '../platform/clock/batch.ts'
import { type Job, type JobState, openClock } from '../platform/clock/clock.ts'
import { forgetServer, LATE_SECONDS, noteTick, serverName } from '../platform/clock/heartbeat.ts'
import { releaseGone, retryQuarantined } from '../platform/clock/quarantine.ts'
import { databaseTime } from '../platform/db/clock.ts'
import { overdueReviews } from '../public/review/notify.ts'
import { reporterNews } from '../public/visitor/tell-reporters.ts'
import type { Config } from '../start/config.ts'
import type { Base } from './part.ts'
import { reportJobs } from './reports.ts'

export const workingChannels = ({ mail, smsGatewayUrl }: Config): MemberChannel[] => [
  'push',
  ...(mail ? ['email' as const] : []),
  ...(smsGatewayUrl === undefined ? [] : ['sms' as const]),
]

type Tools = {
  sensors: { jobs: Job[] }
  warnings: { jobs: Job[] }
  deliveries: { state: () => JobState[] }
  wake: () => void
}

export const openDueWork = (
  { config, database: { db }, log }: Base,
  { sensors, warnings, deliveries, wake }: Tools,
) => {
  const tools = { channels: workingChannels(config) }
  const server = serverName(config.port)
  const clock = openClock({
    jobs: [
      ...ruleJobs(db),
      ...escalationJobs(db, tools),
      ...sensors.jobs,
      ...warnings.jobs,
      batchJob(db, 'overdue reviews', overdueReviews),
      batchJob(db, 'news for reporters', reporterNews),
      ...reportJobs(db, server),
      { name: 'quarantine', everyMs: 5_000, run: (now) => releaseGone(db, now) },
      { name: 'heartbeat', everyMs: 5_000, run: (now) => noteTick(db, server, failing(), now).then(() => 0) },
    ],
    wake,
    log,
  })
  const jobs = () => [...clock.state().jobs, ...deliveries.state()]
  const failing = () => jobs().flatMap(({ name, problem }) => (problem === null ? [] : [name]))
  return {
    state: () => ({ tickAgeSeconds: clock.state().tickAgeSeconds, jobs: jobs() }),
    health: () => {
      const { tickAgeSeconds } = clock.state()
      return { isOk: tickAgeSeconds < LATE_SECONDS && failing().length === 0, tickAgeSeconds, failing: failing() }
    },
    onListen: () =>
      void retryQuarantined(db, databaseTime()).catch((err: unknown) =>
        log.warn({ err }, 'quarantined rows could not be retried'),
      ),
    stop: async () => {
      clock.stop()
      await forgetServer(db, server).catch(() => {})
    },
  }
}
