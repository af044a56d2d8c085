import type { Actor } from '#contract'
import type { Db } from '../db/database.ts'
import type { BitSet } from '../kit/bit-set.ts'
import { inSlices } from '../kit/slices.ts'
import type { LiveViewsOptions, Log } from '../live-view/live-views.ts'
import {
  type CountedFilter,
  type FactFilter,
  factFilterOf,
  isDecidedByColumns,
  selectRows,
  type TypeCounting,
  typeFilterOf,
} from './fact-filter.ts'
import type { Facts } from './facts.ts'
import { openLiveFacts } from './live-facts.ts'
import {
  type CountByType,
  type GroupCounts,
  joinGroups,
  joinStates,
  type StatesAndUnopened,
  type Tally,
  tallyGroups,
  tallyTypes,
  tallyUnopened,
} from './tallies.ts'

/** Rows that take a millisecond or two together. */
const SLICE_ROWS = 100_000
/** So often the rows are counted again if some changed meanwhile; the last time without a pause. */
const ATTEMPTS = 3

type Options = LiveViewsOptions & {
  /** The numbers of all AOIs that a search finds, by service; one is absent if only the database can tell. */
  searchNumbers?: SearchNumbers | undefined
  /** Ends the loading when the server closes. */
  signal?: AbortSignal | undefined
}

const nothing = async () => undefined

type SearchNumbers = (
  serviceIds: readonly string[],
  text: string,
) => Promise<ReadonlyMap<string, { numbers: BitSet; key: string }>>

/** What is counted, of which services, and how. `read` asks the database for what belongs to the counts and is not in memory. */
type Counting<T, Own> = {
  serviceIds: readonly string[]
  filterOf: (facts: Facts, serviceId: string) => FactFilter
  read: (db: Db) => Promise<Own>
  tallyOf: (facts: Facts, own: Own) => Tally<T>
}

/** The counts of each service, and what was read, of the same state of the AOIs. */
type Counted<T, Own> = { counts: T[]; own: Own }

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
      const facts = byService.get(id)?.data
      return facts?.isComplete ? [{ id, facts }] : []
    })
    if (services.length < serviceIds.length) return undefined
    return { services, revision: () => services.map(({ facts }) => facts.revision).join() }
  }

  /** In slices, and all over again if a row changed in between: it might be counted twice or not at all. */
  const count = async <T, Own>(counting: Counting<T, Own>): Promise<Counted<T, Own> | undefined> => {
    const { serviceIds, filterOf, read, tallyOf } = counting
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const before = (await snapshot(serviceIds))?.revision()
      if (before === undefined) return undefined
      const own = await read(db)
      const found = await snapshot(serviceIds)
      if (!found || found.revision() !== before) continue
      const counts: T[] = []
      for (const { id, facts } of found.services) {
        const [filter, tally] = [filterOf(facts, id), tallyOf(facts, own)]
        const rows = new Uint32Array(Math.min(SLICE_ROWS, facts.length))
        const add = (from: number, to: number) => tally.add(facts, rows, selectRows(facts, filter, from, to, rows))
        if (attempt < ATTEMPTS) await inSlices(0, facts.length, add, SLICE_ROWS)
        else for (let at = 0; at < facts.length; at += SLICE_ROWS) add(at, Math.min(at + SLICE_ROWS, facts.length))
        counts.push(tally.result())
      }
      if (found.revision() === before) return { counts, own }
    }
    return undefined
  }

  /** By the filter of lists. */
  const countFiltered = async <T, Own>(
    { visibleServiceIds: serviceIds }: Actor,
    filter: CountedFilter,
    how: Pick<Counting<T, Own>, 'read' | 'tallyOf'>,
  ): Promise<Counted<T, Own> | undefined> => {
    if (!isDecidedByColumns(filter)) return undefined
    const found = filter.search ? await searchNumbers?.(serviceIds, filter.search) : undefined
    if (filter.search && !serviceIds.every((id) => found?.has(id))) return undefined
    const filterOf = (facts: Facts, id: string) => factFilterOf(facts, filter, found?.get(id)?.numbers)
    return count({ serviceIds, filterOf, ...how })
  }

  return {
    /** How many each creator, type and community has among what a list shows. */
    async groups(actor: Actor, filter: CountedFilter): Promise<GroupCounts | undefined> {
      const counted = await countFiltered(actor, filter, { read: nothing, tallyOf: tallyGroups })
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
      const tallyOf = (facts: Facts, { joinedAt }: Own) => tallyUnopened(facts, actor.id, joinedAt)
      const counted = await countFiltered(actor, filter, { read, tallyOf })
      return counted && { counts: joinStates(counted.counts), own: counted.own }
    },

    /** How many AOIs of a service each type has within a span and by month. */
    async byType(serviceId: string, counting: TypeCounting): Promise<CountByType | undefined> {
      const counted = await count({
        serviceIds: [serviceId],
        filterOf: (facts) => typeFilterOf(facts, counting),
        read: nothing,
        tallyOf: (facts) => tallyTypes(facts, counting),
      })
      return counted?.counts[0]
    },

    /** How much is in memory. */
    state: () => liveFacts.state(),

    /** Loads these services and waits for them. */
    load: (serviceIds: readonly string[]) => liveFacts.load(serviceIds),

    keepUp: () => liveFacts.keepUp(),
  }
}
