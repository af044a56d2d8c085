import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Actor, kindOf } from '#contract'
import type { Db } from '../db/database.ts'
import type { BitSet } from '../kit/bit-set.ts'
import { Pace } from '../kit/slices.ts'
import type { LiveViewsOptions, Log } from '../live-view/live-views.ts'
import {
  type CountedFilter,
  type FactFilter,
  factFilterOf,
  isDecidedByColumns,
  rangesOf,
  selectRows,
  type TypeCounting,
  typeFiltersOf,
} from './fact-filter.ts'
import type { Facts } from './facts.ts'
import { openLiveFacts } from './live-facts.ts'
import {
  type CountById,
  type GroupCounts,
  joinGroups,
  joinStates,
  type StatesAndUnopened,
  type Tally,
  tallyGroups,
  tallyTypes,
  tallyUnopened,
} from './tallies.ts'

/** Rows that are selected and counted together: their numbers stay in the processor's cache. */
const ROWS_AT_ONCE = 8_192
/** So often the rows are counted again if some changed meanwhile; the last time without a pause. */
const ATTEMPTS = 3

type Options = LiveViewsOptions & {
  /** The numbers of all AOIs that a search finds, by service; one is absent if only the database can tell. */
  searchNumbers?: SearchNumbers | undefined
  /** Ends the loading when the server closes. */
  signal?: AbortSignal | undefined
}

const readNothing = async () => undefined

type SearchNumbers = (
  serviceIds: readonly string[],
  text: string,
) => Promise<ReadonlyMap<string, { numbers: BitSet; key: string }>>

/** One reading of the rows of a service. */
type Pass<T> = { filter: FactFilter; tally: Tally<T> }

/** What is counted, of which services, and how. `read` asks the database for what belongs to the counts and is not in memory. */
type Counting<T, Own> = {
  serviceIds: readonly string[]
  read: (db: Db) => Promise<Own>
  passesOf: (facts: Facts, serviceId: string, own: Own) => Pass<T>[]
}

/** The counts of each pass, service by service, and what was read, of the same state of the AOIs. */
type Counted<T, Own> = { counts: T[]; own: Own }

/** Without `pace` the event loop gets no turn until the end. */
const addUp = async <T>(facts: Facts, { filter, tally }: Pass<T>, pace: Pace | undefined): Promise<T> => {
  const rows = new Uint32Array(ROWS_AT_ONCE)
  for (const range of rangesOf(facts, filter)) {
    for (let from = range.from; from < range.to; from += ROWS_AT_ONCE) {
      const part = { ...range, from, to: Math.min(from + ROWS_AT_ONCE, range.to) }
      tally.add(facts, rows, selectRows(facts, filter, part, rows))
      if (pace?.isOver(ROWS_AT_ONCE)) await nextTurn()
    }
  }
  return tally.result()
}

export type CountIndex = ReturnType<typeof openCountIndex>

/**
 * What counts need to know of AOIs, in memory by service. Whatever is asked, all rows of a service are read once, which
 * takes some ten milliseconds a million. Every answer is undefined where only the database can tell.
 */
export const openCountIndex = (db: Db, log: Log, { searchNumbers, ...options }: Options) => {
  const liveFacts = openLiveFacts(db, log, options)

  const snapshot = async (serviceIds: readonly string[]) => {
    const { byService } = await liveFacts.snapshots(serviceIds)
    const services = serviceIds.flatMap((id) => {
      const service = byService.get(id)?.data
      return service?.facts.isComplete ? [{ id, service, facts: service.facts }] : []
    })
    if (services.length < serviceIds.length) return undefined
    return { services, revision: () => services.map(({ service }) => service.revision).join() }
  }

  /** In slices, and all over again if a row changed in between: it might be counted twice or not at all. */
  const count = async <T, Own>({
    serviceIds,
    read,
    passesOf,
  }: Counting<T, Own>): Promise<Counted<T, Own> | undefined> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = (await snapshot(serviceIds))?.revision()
      if (before === undefined) return undefined
      const own = await read(db)
      const found = await snapshot(serviceIds)
      if (!found || found.revision() !== before) continue
      const pace = attempt < ATTEMPTS ? new Pace() : undefined
      const counts: T[] = []
      for (const { id, facts } of found.services)
        for (const pass of passesOf(facts, id, own)) counts.push(await addUp(facts, pass, pace))
      if (found.revision() === before) return { counts, own }
    }
    return undefined
  }

  /** By the filter of lists. */
  const countFiltered = async <T, Own>(
    { visibleServiceIds: serviceIds }: Actor,
    filter: CountedFilter,
    read: (db: Db) => Promise<Own>,
    tallyOf: (facts: Facts, own: Own) => Tally<T>,
  ): Promise<Counted<T, Own> | undefined> => {
    if (!isDecidedByColumns(filter)) return undefined
    const found = filter.search ? await searchNumbers?.(serviceIds, filter.search) : undefined
    if (filter.search && !serviceIds.every((id) => found?.has(id))) return undefined
    return count({
      serviceIds,
      read,
      passesOf: (facts, id, own) => [
        { filter: factFilterOf(facts, filter, found?.get(id)?.numbers), tally: tallyOf(facts, own) },
      ],
    })
  }

  return {
    /** How many each creator has among what a list shows, and each type or, of activities, each community. */
    async groups(actor: Actor, filter: CountedFilter): Promise<GroupCounts | undefined> {
      const counted = await countFiltered(actor, filter, readNothing, (facts) => tallyGroups(facts, kindOf(filter)))
      return counted && joinGroups(counted.counts)
    },

    /**
     * By state, and how many open ones are unread for a member who joined at `joinedAt` (µs since 2000) unless it opened
     * them. `read` finds that out, and what the member opened.
     */
    async unopened<Own extends { joinedAt: number }>(
      actor: Actor,
      filter: CountedFilter,
      read: (db: Db) => Promise<Own>,
    ): Promise<{ counts: StatesAndUnopened; own: Own } | undefined> {
      const counted = await countFiltered(actor, filter, read, (facts, { joinedAt }) =>
        tallyUnopened(facts, actor.id, joinedAt),
      )
      return counted && { counts: joinStates(counted.counts), own: counted.own }
    },

    /** How many AOIs of a service each type has, in each of the spans. */
    async byType(serviceId: string, counting: TypeCounting): Promise<CountById[] | undefined> {
      const counted = await count({
        serviceIds: [serviceId],
        read: readNothing,
        passesOf: (facts) => typeFiltersOf(facts, counting).map((filter) => ({ filter, tally: tallyTypes(facts) })),
      })
      return counted?.counts
    },

    /** How much is in memory. */
    state: () => liveFacts.state(),

    /** Loads these services and waits for them. */
    load: (serviceIds: readonly string[]) => liveFacts.load(serviceIds),

    keepUp: () => liveFacts.keepUp(),
  }
}
