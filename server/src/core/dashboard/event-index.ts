import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Span } from '../../memory/count-index/columns.ts'
import { completeCopies, countConsistently } from '../../memory/count-index/count-consistently.ts'
import type { Log } from '../../memory/live-view/live-views.ts'
import { microsecondsOf } from '../../memory/live-view/read-table.ts'
import type { Db } from '../../platform/db/database.ts'
import { timesOf } from './count-days.ts'
import { type EventFilter, isDecidedByClasses, narrowingOf } from './event-filter.ts'
import { countEvents, type EventNumbers } from './event-tally.ts'
import { type Events, type EventsOptions, openLiveEvents, regionsKeyOf } from './live-events.ts'
import { DAY_US, type ZoneOffsets, zoneOffsets } from './zone-offsets.ts'

const SPARE_US = 30 * DAY_US

type Copies = { services: readonly { id: string; data: Events }[] }

type Question = { filter: EventFilter; timeZone: string; now: Date }

/** Without `byRegion` where regions changed since the events were read. */
type Answer = Omit<EventNumbers, 'byRegion'> & { byRegion: EventNumbers['byRegion'] | undefined }

export type EventIndex = ReturnType<typeof openEventIndex>

/** What the dashboard counts of events, in memory by service. Every answer is undefined where only the database can tell. */
export const openEventIndex = (db: Db, log: Log, options: EventsOptions) => {
  const liveEvents = openLiveEvents(db, log, options)
  const knownZones = new Map<string, Span & { offsets: ZoneOffsets | undefined }>()

  /** From the first to the last event of all, and until now. */
  const spanOf = ({ services }: Copies, now: number): Span => {
    const span = { from: now, to: now }
    for (const { data } of services) {
      const { from, to } = timesOf(data.service.rows)
      span.from = Math.min(span.from, from)
      span.to = Math.max(span.to, to)
    }
    return span
  }

  const zoneOf = async (timeZone: string, { from, to }: Span): Promise<ZoneOffsets | undefined> => {
    const known = knownZones.get(timeZone)
    if (known && known.from <= from && known.to >= to) return known.offsets
    // Now is always later than it was: with some days to spare the same answer serves for longer.
    const wide = { from, to: to + SPARE_US }
    const offsets = await zoneOffsets(db, timeZone, wide)
    knownZones.set(timeZone, { ...wide, offsets })
    return offsets
  }

  const read = async (found: Copies, { timeZone, now }: Question) => {
    const ids = found.services.map(({ id }) => id)
    const { rows } = await sql<{ id: string; key: string }>`
      select s.id, ${regionsKeyOf(sql`s.id`)} as key from unnest(${ids}::uuid[]) as s (id)`.execute(db)
    const keys = new Map(rows.map(({ id, key }) => [id, key]))
    for (const { id, data } of found.services) data.hasOldRegions = keys.get(id) !== data.regionsKey
    return {
      zone: await zoneOf(timeZone, spanOf(found, microsecondsOf(now))),
      hasOldRegions: found.services.some(({ data }) => data.hasOldRegions),
    }
  }

  return {
    /** All numbers about events. */
    async count({ visibleServiceIds: serviceIds }: Actor, question: Question): Promise<Answer | undefined> {
      const { filter, now } = question
      if (!isDecidedByClasses(filter)) return undefined
      const answer = await countConsistently({
        snapshot: () => completeCopies(liveEvents, serviceIds),
        read: (first) => read(first, question),
        async count({ services }, { zone, hasOldRegions }, pace) {
          if (!zone || (hasOldRegions && filter.region !== undefined)) return undefined
          const counted = services.map(({ data: events }) => ({
            events,
            narrowing: narrowingOf(events.classes, filter),
          }))
          const numbers = await countEvents(counted, zone, microsecondsOf(now), pace)
          return { ...numbers, byRegion: hasOldRegions ? undefined : numbers.byRegion }
        },
      })
      return answer?.counted
    },

    /** How much is in memory. */
    state: () => liveEvents.state(),

    keepUp: () => liveEvents.keepUp(),
  }
}
