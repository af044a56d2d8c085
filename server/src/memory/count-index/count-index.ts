import { type Actor, kindOf } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { BitSet } from '../../platform/kit/bit-set.ts'
import { memoize } from '../../platform/kit/memoize.ts'
import type { Log } from '../live-view/live-views.ts'
import { chosenNumbers, isOfReader, NO_HISTORY, type ReaderHistory } from './chosen-numbers.ts'
import {
  type CountedFilter,
  classesOf,
  countedClasses,
  isDecidedByClasses,
  spanOf,
  type TypeCounting,
} from './class-filter.ts'
import { byClass } from './classes.ts'
import { completeCopies, countConsistently } from './count-consistently.ts'
import { type Counting, countRows } from './count-rows.ts'
import { type Facts, type FactsOptions, openLiveFacts, RECEIVED_AT } from './live-facts.ts'
import {
  type CountById,
  countGroups,
  countTypes,
  countUnopened,
  type GroupCounts,
  joinGroups,
  joinStates,
  type StatesAndUnopened,
} from './tallies.ts'

const readNothing = async () => undefined

/** Choices that the map shows. */
const CHOICES_CACHED = 20
/** Opening an AOI marks it as read and no message tells of it: the map shows that after this time. */
const REUSE_MS = 1_000

/** How many AOIs of a service each class has. */
type CountClasses = (counting: Omit<Counting, 'coding'>) => Promise<Uint32Array>

/** What is counted, of which services, and how. `read` asks the database for what belongs to the counts and is not in memory. */
type Question<T, Own> = {
  serviceIds: readonly string[]
  read: (db: Db) => Promise<Own>
  countService: (facts: Facts, serviceId: string, countClasses: CountClasses, own: Own) => Promise<T>
}

/** The counts service by service, and what was read, of the same state of the AOIs. */
type Counted<T, Own> = { counts: T[]; own: Own }

export type CountIndex = ReturnType<typeof openCountIndex>

/**
 * What counts need to know of AOIs, in memory by service. Sums are kept of blocks of AOIs, so that most counts read few of them.
 * Every answer is undefined where only the database can tell.
 */
export const openCountIndex = (db: Db, log: Log, options: FactsOptions) => {
  const liveFacts = openLiveFacts(db, log, options)

  const count = async <T, Own>({
    serviceIds,
    read,
    countService,
  }: Question<T, Own>): Promise<Counted<T, Own> | undefined> => {
    const found = await countConsistently({
      snapshot: () => completeCopies(liveFacts, serviceIds),
      read: () => read(db),
      async count({ services }, own, pace) {
        const counts: T[] = []
        for (const { id, data: facts } of services) {
          const countClasses: CountClasses = async (counting) => {
            const byCode = new Uint32Array(facts.classes.size)
            await countRows(facts.service.rows, { ...counting, coding: byClass }, byCode, pace)
            return byCode
          }
          counts.push(await countService(facts, id, countClasses, own))
        }
        return counts
      },
    })
    return found && { counts: found.counted, own: found.own }
  }

  /** What the filter of lists decides: which classes pass, and which AOIs of them. */
  const narrowed = (filter: CountedFilter) =>
    isDecidedByClasses(filter)
      ? ({ classes }: Facts) => ({ passing: classesOf(classes, filter), among: { span: spanOf(filter) } })
      : undefined

  const choose = memoize(
    CHOICES_CACHED,
    async (_, actor: Actor, filter: CountedFilter, read: (db: Db) => Promise<ReaderHistory>) => {
      const found = await countConsistently({
        snapshot: () => completeCopies(liveFacts, actor.visibleServiceIds),
        read: async () => (isOfReader(filter.type) ? read(db) : NO_HISTORY),
        async count({ services }, history, pace) {
          const byService = new Map<string, BitSet>()
          for (const { id, data } of services)
            byService.set(id, await chosenNumbers(data, filter, { readerId: actor.id, history, pace }))
          return byService
        },
      })
      return found?.counted
    },
  )

  return {
    /**
     * The numbers of all AOIs that a reader chose by state, read or unread, kind, creator and community, by service. `read` finds
     * out what it opened. Of time and of other parts of the filter nothing is asked.
     */
    async numbers(
      actor: Actor,
      { type, isActivity, isSensors, creator, community }: CountedFilter,
      read: (db: Db) => Promise<ReaderHistory>,
    ): Promise<{ byService: ReadonlyMap<string, BitSet>; key: string } | undefined> {
      const copies = await completeCopies(liveFacts, actor.visibleServiceIds)
      if (!copies) return undefined
      const choice = { type, isActivity, isSensors, creator, community }
      const moment = Math.floor(performance.now() / REUSE_MS)
      const key = JSON.stringify([actor.id, actor.visibleServiceIds, copies.revision(), moment, choice])
      const byService = await choose(key, actor, choice, read)
      return byService && { byService, key }
    },

    /** How many each creator has among what a list shows, and each type or, of activities, each community. */
    async groups(actor: Actor, filter: CountedFilter): Promise<GroupCounts | undefined> {
      const narrow = narrowed(filter)
      const counted =
        narrow &&
        (await count({
          serviceIds: actor.visibleServiceIds,
          read: readNothing,
          async countService(facts, _id, countClasses) {
            const { passing, among } = narrow(facts)
            return countGroups(facts.classes, { counts: await countClasses(among), passing }, kindOf(filter))
          },
        }))
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
      const narrow = narrowed(filter)
      const counted =
        narrow &&
        (await count({
          serviceIds: actor.visibleServiceIds,
          read,
          async countService(facts, _id, countClasses, { joinedAt }: Own) {
            const { passing, among } = narrow(facts)
            const counts = await countClasses(among)
            const since = { valueIndex: RECEIVED_AT, from: joinedAt }
            const sinceJoined = await countClasses({ ...among, since })
            return countUnopened(facts.classes, { counts, passing }, { readerId: actor.id, sinceJoined })
          },
        }))
      return counted && { counts: joinStates(counted.counts), own: counted.own }
    },

    /** How many AOIs of a service each type has, in each of the spans. */
    async byType(serviceId: string, counting: TypeCounting): Promise<CountById[] | undefined> {
      const counted = await count({
        serviceIds: [serviceId],
        read: readNothing,
        async countService({ classes }, _id, countClasses) {
          const passing = countedClasses(classes, counting)
          const bySpan: CountById[] = []
          for (const span of counting.spans)
            bySpan.push(countTypes(classes, { counts: await countClasses({ span }), passing }))
          return bySpan
        },
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
