import type { Kysely } from 'kysely'
import { Problem, type Reading } from '#contract'
import { retryConflicts } from '../../platform/db/retry.ts'
import type { Database } from '../../platform/db/schema/index.ts'
import { type IngestOutcome, ingest } from './ingest.ts'
import type { ReadingMessages } from './reading-messages.ts'

const AT_ONCE = 2
/** The most readings of a batch that combines parcels of one service. */
const TOGETHER = 2000
/** Limit of readings that wait in memory. Above it, senders get 503 and retry. */
const MOST_WAITING = 20_000
const TRIES = 4

type IntakeResult = { accepted: number; repeated: number }
type Parcel = {
  serviceId: string
  readings: readonly Reading[]
  done: (result: IntakeResult) => void
  failed: (error: unknown) => void
}

type Tools = { db: Kysely<Database>; readingMessages: ReadingMessages; wake: () => void; clock: () => Date }

/**
 * The only entry for readings, by HTTP and MQTT. Waiting parcels are combined, so that a thousand sensors with one
 * reading each cost little more than one sensor with a thousand. `take` resolves after the commit.
 */
export const openIntake = ({ db, readingMessages, wake, clock }: Tools) => {
  const parcels: Parcel[] = []
  let waiting = 0
  let acceptedSoFar = 0
  let running = 0

  const store = (serviceId: string, readings: readonly Reading[]): Promise<IngestOutcome> =>
    retryConflicts(() => db.transaction().execute((transaction) => ingest(transaction, serviceId, readings, clock())), {
      attempts: TRIES,
    })

  /** Stores a batch. If it fails, its parcels are stored one by one, so that only the faulty one fails. */
  const workOff = async (batch: readonly Parcel[]): Promise<void> => {
    const serviceId = batch[0]?.serviceId ?? ''
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
      else for (const parcel of batch) await workOff([parcel])
    }
  }

  const nextBatch = (): Parcel[] => {
    const [first] = parcels
    if (!first) return []
    const batch: Parcel[] = []
    let size = 0
    for (let place = 0; place < parcels.length; ) {
      const parcel = parcels[place] as Parcel
      const fits = parcel.serviceId === first.serviceId && (size === 0 || size + parcel.readings.length <= TOGETHER)
      if (!fits) {
        place++
        continue
      }
      parcels.splice(place, 1)
      batch.push(parcel)
      size += parcel.readings.length
      if (size >= TOGETHER) break
    }
    return batch
  }

  const run = async (): Promise<void> => {
    if (running >= AT_ONCE) return
    running++
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      await workOff(batch)
      waiting -= batch.reduce((sum, { readings }) => sum + readings.length, 0)
    }
    running--
  }

  return {
    acceptedCount: () => acceptedSoFar,
    waitingCount: () => waiting,
    take: (serviceId: string, readings: readonly Reading[]): Promise<IntakeResult> => {
      if (readings.length === 0) return Promise.resolve({ accepted: 0, repeated: 0 })
      if (waiting + readings.length > MOST_WAITING && waiting > 0)
        return Promise.reject(new Problem('unavailable', { retryAfterSeconds: 1 }))
      waiting += readings.length
      const { promise, resolve, reject } = Promise.withResolvers<IntakeResult>()
      parcels.push({ serviceId, readings, done: resolve, failed: reject })
      void run()
      return promise
    },
  }
}

export type Intake = ReturnType<typeof openIntake>
