import type { Kysely } from 'kysely'
import type { Reading } from '#contract'
import type { Database } from '../platform/db/schema/index.ts'
import { DEMO_SERIAL } from './sensors.ts'

const TICK_MS = 5000
const TICKS_PER_CHANGE = 6
/** The simulation stops this long after the list of sensors was last read. */
const WATCHED_MS = 75_000

type Intake = { take: (serviceId: string, readings: readonly Reading[]) => Promise<unknown> }
type Log = { warn: (detail: object, text: string) => void }

const states = ['ALARM', 'READY', 'NOCOMM', 'READY', 'TAMPER', 'READY'] as const

/** Simulates readings, drift, failures and alarms of the demo's sensors while a member watches the list of sensors. */
export const openDemoLife = ({ db, intake, log }: { db: Kysely<Database>; intake: Intake; log: Log }) => {
  let watchedAt = 0
  let ticks = 0
  let changing: string | undefined

  const report = async () => {
    if (Date.now() - watchedAt > WATCHED_MS) return
    const sensors = await db
      .selectFrom('sensor')
      .select(['serviceId', 'serial', 'parameters', 'state'])
      .where('serial', 'like', `${DEMO_SERIAL}%`)
      .orderBy('serial')
      .execute()
    ticks += 1
    const isChange = ticks % TICKS_PER_CHANGE === 0
    const turn = Math.floor(ticks / TICKS_PER_CHANGE) - 1
    const state = states[turn % states.length] ?? 'READY'
    // The failed sensor recovers before the next one fails.
    if (isChange && state !== 'READY') changing = sensors[(turn * 5) % Math.max(1, sensors.length)]?.serial
    const readings = sensors.map(({ serviceId, serial, parameters }): Reading & { serviceId: string } => ({
      serviceId,
      serial,
      id: undefined,
      time: new Date(),
      ...(isChange && serial === changing && { state }),
      parameters: parameters.map(({ parameter, value }) => ({
        parameter,
        value: typeof value === 'number' ? Math.round((value + (Math.random() - 0.5) * 0.6) * 100) / 100 : value,
      })),
      media: [],
    }))
    for (const [serviceId, own] of Map.groupBy(readings, (reading) => reading.serviceId))
      await intake.take(serviceId, own)
  }

  const timer = setInterval(() => {
    report().catch((err: unknown) => log.warn({ err }, 'demo: sensors could not be simulated'))
  }, TICK_MS).unref()
  return {
    watched: () => {
      watchedAt = Date.now()
    },
    stop: () => clearInterval(timer),
  }
}
