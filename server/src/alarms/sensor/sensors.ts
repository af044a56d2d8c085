import type { Kysely } from 'kysely'
import { batchJob } from '../../platform/clock/batch.ts'
import type { Job } from '../../platform/clock/clock.ts'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { guardedFetch } from '../../platform/outbound/guard.ts'
import { openIntake } from './intake.ts'
import { openRecordings } from './media.ts'
import { openReadingMessages } from './reading-messages.ts'
import { silentSensors } from './silence.ts'

type Log = { warn: (detail: object, text: string) => void }
export type SensorTools = {
  db: Kysely<Database>
  store: FileStore
  wake: () => void
  log: Log
  clock?: () => Date
  isOffline?: () => Promise<boolean>
  fetch?: typeof guardedFetch
}

export const openSensors = ({ db, store, wake, log, isOffline, ...tools }: SensorTools) => {
  const { clock = databaseTime, fetch = guardedFetch } = tools
  const warn = (text: string) => (err: unknown) => log.warn({ err }, text)
  const readingMessages = openReadingMessages(db, { wake, warn: warn('sensors: announcing new readings failed') })
  const intake = openIntake({ db, readingMessages, wake, clock })
  const recordings = openRecordings({ db, store, fetch, wake, log })
  const jobs: Job[] = [
    batchJob(db, 'silent sensors', silentSensors),
    {
      name: 'recordings',
      run: async (now) => ((await isOffline?.()) ? 0 : recordings.run(now)),
    },
  ]
  return {
    intake,
    clock,
    jobs,
    stop: () => {
      readingMessages.stop()
      return recordings.stop()
    },
  }
}
