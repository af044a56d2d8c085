import type { Kysely } from 'kysely'
import { fieldProblems, type IngestResult, Problem, Reading } from '#contract'
import type { Database } from '../../platform/db/schema/index.ts'
import { retryConflicts, setTimeouts, withTimeLimit } from '../../platform/db/transaction.ts'
import { openFairSlots } from '../../platform/kit/fair-slots.ts'
import { Turns } from '../../platform/kit/slices.ts'
import { type IngestOutcome, ingest } from './ingest.ts'
import type { ReadingMessages } from './reading-messages.ts'

const serialIn = (sent: unknown): string | null => {
  const serial = typeof sent === 'object' && sent !== null && 'serial' in sent ? sent.serial : null
  return typeof serial === 'string' || typeof serial === 'number' ? String(serial).slice(0, 200) : null
}

export const parseReadings = async (sent: readonly unknown[]) => {
  const turns = new Turns()
  const good: Reading[] = []
  const rejected: IngestResult['rejected'] = []
  for (const [index, one] of sent.entries()) {
    await turns.next()
    const { success, data, error } = Reading.safeParse(one, { reportInput: true })
    if (success) good.push(data)
    else rejected.push({ index, serial: serialIn(one), fields: fieldProblems(error, 'reading') })
  }
  return { good, rejected }
}

/** Maximum number of batches that are stored at the same time; at most two of them for one service. */
const AT_ONCE = 3
/** Maximum number of readings in a batch that combines parcels of one service. */
const TOGETHER = 2000
/**
 * Maximum number of readings that wait in memory. A service that would use more than half of the room that the others
 * leave gets 503 and retries.
 */
const MOST_WAITING = 40_000
const TRIES = 4
/** Longer than the limit of scheduled jobs, because a slow batch leaves a slot to other services. */
const TIMEOUT_MS = 10_000
/** Maximum time in which a batch is stored and checked against the rules of its service. */
const MOST_MS = 20_000

type IntakeResult = { accepted: number; repeated: number }
type Parcel = {
  readings: readonly Reading[]
  done: (result: IntakeResult) => void
  failed: (error: unknown) => void
}
/** Parcels of a service that wait, and the number of its readings that wait or are being stored. */
type Queue = { parcels: Parcel[]; waiting: number }

type Tools = {
  db: Kysely<Database>
  readingMessages: ReadingMessages
  wake: () => void
  clock: () => Date
  mostMs?: number
}

/**
 * The only entry for readings, by HTTP and MQTT. Waiting parcels of a service are combined, so that a thousand sensors with
 * one reading each cost little more than one sensor with a thousand. Services take turns. `take` resolves after the commit.
 */
export const openIntake = ({ db, readingMessages, wake, clock, mostMs = MOST_MS }: Tools) => {
  const queues = new Map<string, Queue>()
  const slots = openFairSlots(AT_ONCE)
  let waiting = 0
  let acceptedSoFar = 0

  const store = (serviceId: string, readings: readonly Reading[]): Promise<IngestOutcome> => {
    const run = () =>
      db.transaction().execute(async (transaction) => {
        await setTimeouts(transaction, TIMEOUT_MS)
        return ingest(withTimeLimit(transaction, mostMs), serviceId, readings, clock())
      })
    return retryConflicts(run, { attempts: TRIES })
  }

  /** Stores a batch. If it fails, its parcels are stored one by one, so that only the faulty one fails. */
  const workOff = async (serviceId: string, batch: readonly Parcel[]): Promise<void> => {
    try {
      const outcome = await store(
        serviceId,
        batch.flatMap(({ readings }) => readings),
      )
      readingMessages.add(serviceId, outcome)
      let from = 0
      for (const { readings, done } of batch) {
        const own = outcome.isNew.slice(from, from + readings.length)
        from += readings.length
        const accepted = own.filter(Boolean).length
        acceptedSoFar += accepted
        done({ accepted, repeated: own.length - accepted })
      }
      wake()
    } catch (error) {
      if (batch.length === 1) batch[0]?.failed(error)
      else for (const parcel of batch) await workOff(serviceId, [parcel])
    }
  }

  const sizeOf = (batch: readonly Parcel[]): number => batch.reduce((sum, { readings }) => sum + readings.length, 0)

  const nextBatch = ({ parcels }: Queue): Parcel[] => {
    let size = 0
    const end = parcels.findIndex(({ readings }, place) => {
      size += readings.length
      return place > 0 && size > TOGETHER
    })
    return parcels.splice(0, end < 0 ? parcels.length : end)
  }

  const runOne = async (serviceId: string, queue: Queue): Promise<void> => {
    slots.take(serviceId)
    const batch = nextBatch(queue)
    await workOff(serviceId, batch)
    slots.release(serviceId)
    const size = sizeOf(batch)
    waiting -= size
    queue.waiting -= size
    if (queue.waiting === 0) queues.delete(serviceId)
    run()
  }

  const run = (): void => {
    const services = [...queues].flatMap(([serviceId, { parcels }]) => (parcels.length > 0 ? [serviceId] : []))
    for (const [serviceId, share] of slots.share(services)) {
      const queue = queues.get(serviceId)
      for (let count = 0; queue && queue.parcels.length > 0 && count < share; count++) void runOne(serviceId, queue)
    }
  }

  return {
    acceptedCount: () => acceptedSoFar,
    waitingCount: () => waiting,
    take: (serviceId: string, readings: readonly Reading[]): Promise<IntakeResult> => {
      if (readings.length === 0) return Promise.resolve({ accepted: 0, repeated: 0 })
      const queue = queues.get(serviceId) ?? { parcels: [], waiting: 0 }
      const left = MOST_WAITING - (waiting - queue.waiting)
      // A service with nothing waiting is always accepted.
      if (queue.waiting > 0 && queue.waiting + readings.length > left / 2)
        return Promise.reject(new Problem('unavailable', { retryAfterSeconds: 1 }))
      queues.set(serviceId, queue)
      waiting += readings.length
      queue.waiting += readings.length
      const { promise, resolve, reject } = Promise.withResolvers<IntakeResult>()
      queue.parcels.push({ readings, done: resolve, failed: reject })
      run()
      return promise
    },
  }
}

export type Intake = ReturnType<typeof openIntake>
