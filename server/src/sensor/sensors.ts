import type { Kysely } from 'kysely'
import { databaseTime } from '../db/clock.ts'
import type { Database } from '../db/schema/index.ts'
import type { FileStore } from '../files/store.ts'
import { guardedFetch } from '../outbound/guard.ts'
import { openIntake } from './intake.ts'
import { fetchMedia } from './media.ts'
import { openReadingMessages } from './reading-messages.ts'
import { checkSilence } from './silence.ts'

const TICK_MS = 1000

type Log = { warn: (detail: object, text: string) => void }
export type SensorTools = {
  db: Kysely<Database>
  store: FileStore
  wake: () => void
  log: Log
  clock?: () => Date
  /** In offline mode recordings on other hosts wait. */
  isOffline?: () => Promise<boolean>
  fetch?: typeof guardedFetch
}

/** The background work of sensors: stores and announces readings, detects silence, fetches recordings. */
export const openSensors = ({ db, store, wake, log, isOffline, ...tools }: SensorTools) => {
  const { clock = databaseTime, fetch = guardedFetch } = tools
  const warn = (text: string) => (err: unknown) => log.warn({ err }, text)
  const readingMessages = openReadingMessages(db, { wake, warn: warn('sensors: new readings stay untold') })
  const intake = openIntake({ db, readingMessages, wake, clock })
  let isTicking = false
  const tick = async () => {
    if (isTicking) return
    isTicking = true
    try {
      if ((await checkSilence(db, clock())) > 0) wake()
      if (!(await isOffline?.()) && (await fetchMedia({ db, store, fetch }, clock())) > 0) wake()
    } finally {
      isTicking = false
    }
  }
  const timer = setInterval(() => void tick().catch(warn('sensors: not looked after')), TICK_MS).unref()
  return {
    intake,
    clock,
    tick,
    stop() {
      clearInterval(timer)
      readingMessages.stop()
    },
  }
}
