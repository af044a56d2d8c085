import type { Kysely } from 'kysely'
import { type Batch, batchJob } from '../../platform/clock/batch.ts'
import type { Job } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { dueStates } from './actions.ts'
import { alarmEvents } from './alarm-events.ts'
import { announceAlarms } from './alarms.ts'
import { eventRules } from './event-rules.ts'
import { keepListening } from './facts.ts'
import { changedMutes, followMutes } from './mutes.ts'
import { unwatchedSensors } from './states.ts'
import { warningRules } from './warning-rules.ts'

const SLOW = { everyMs: 5_000 }

const mutes: Batch = {
  table: 'alarm',
  due: changedMutes,
  process: async (db, ids, now) => {
    const serviceIds = await followMutes(db, now, { ids })
    await announceAlarms(db, serviceIds)
    return serviceIds.length
  },
}

export const ruleJobs = (db: Kysely<Database>): Job[] => [
  { name: 'listening', run: (now) => keepListening(db, now).then(() => 0) },
  batchJob(db, 'sensors of rules', unwatchedSensors, SLOW),
  batchJob(db, 'mutes', mutes, SLOW),
  batchJob(db, 'rules on events', eventRules, SLOW),
  batchJob(db, 'rules on warnings', warningRules, SLOW),
  batchJob(db, 'rules on sensors', dueStates),
  batchJob(db, 'events of alarms', alarmEvents),
]
