import type { AoiKind, Metric } from '#contract'
import type { Span } from '../../memory/count-index/columns.ts'
import { countConsistently } from '../../memory/count-index/count-consistently.ts'
import { type LiveViewsOptions, type Log, liveViews } from '../../memory/live-view/live-views.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Pace } from '../../platform/kit/slices.ts'
import { actionOf } from './conditions.ts'
import { CountedRows } from './counted-rows.ts'
import { Labels } from './labels.ts'
import { countCounted, readCounted, readCountedOf } from './load-counted.ts'
import { definitionOf, readOutsideKey } from './outside-key.ts'
import type { WorthCount } from './worth.ts'

/** A row with its place in the order of numbers, and room for some to come. */
const BYTES_PER_ROW = 30
const LABEL_BYTES = 120

/** All that one metric counts, at any time. */
type Copy = {
  metric: Metric
  outsideKey: string
  rows: CountedRows
  /** The code of a row is that of its label. */
  labels: Labels
  /** The metric is another one now, or something that it depends on besides AOIs. */
  isOutdated: boolean
}

type Options = LiveViewsOptions & {
  /** Ends the loading when the server closes. */
  signal?: AbortSignal | undefined
  /** Rows that are summed up together, see `TimedRows`. */
  blockRows?: number | undefined
}

/** Of one kind or of all, in each span by itself. */
type Question = { kind?: AoiKind | undefined; spans: readonly Span[] }

export type MetricIndex = ReturnType<typeof openMetricIndex>

const countSpans = async ({ rows, labels }: Copy, { kind, spans }: Question, pace: Pace | undefined) => {
  const bySpan: WorthCount[][] = []
  for (const span of spans) bySpan.push(labels.worthsOf(await rows.count(span, labels.size, pace), kind))
  return bySpan
}

/**
 * What metrics of entries, answers and regions count, in memory by metric, from the first question on. PostgreSQL decides
 * what counts: when a metric is loaded, and again for each AOI that changes. Every answer is undefined where only it can tell.
 */
export const openMetricIndex = (db: Db, log: Log, { signal, blockRows, ...options }: Options) => {
  /** As they were asked for last. */
  const metrics = new Map<string, Metric>()
  const metricOf = (id: string): Metric => {
    const metric = metrics.get(id)
    if (!metric) throw new Error('a metric is asked for before it is loaded')
    return metric
  }

  const copies = liveViews<Copy>(
    db,
    log,
    {
      name: 'metrics',
      bytesPerRow: BYTES_PER_ROW,
      serviceOf: (id) => metricOf(id).service,
      countStored: (target, id, limit) => countCounted(target, metricOf(id), limit),
      async read(snapshot, id) {
        const metric = metricOf(id)
        const isByAoi = actionOf(metric) !== undefined && metric.metricCountType !== 'CALCULATE'
        const [rows, labels] = [new CountedRows({ isByAoi, blockRows }), new Labels()]
        const outsideKey = await readOutsideKey(snapshot, metric)
        await readCounted(snapshot, metric, signal, (some) => rows.add(some.map((row) => labels.encode(row))))
        return { metric, outsideKey, rows, labels, isOutdated: false }
      },
      build: ({ rows }) => rows.sort(),
      async update(copy, _id, aoiIds) {
        const { found, key, numbers, rows } = await readCountedOf(db, copy.metric, aoiIds)
        if (key !== copy.outsideKey) copy.isOutdated = true
        const byNumber = Map.groupBy(
          rows.map((row) => copy.labels.encode(row)),
          ({ number }) => number,
        )
        await copy.rows.replace(new Map(numbers.map((number) => [number, byNumber.get(number) ?? []])))
        return found
      },
      isOutdated: ({ isOutdated }) => isOutdated,
      countRows: ({ rows }) => rows.length,
      bytes: ({ rows, labels }) => rows.bytes + labels.size * LABEL_BYTES,
    },
    options,
  )

  const snapshot = async (id: string) => {
    const { byKey } = await copies.snapshots([id])
    const copy = byKey.get(id)?.data
    return copy && !copy.labels.isFull ? { copy, revision: () => String(copy.rows.revision) } : undefined
  }

  return {
    /** How many of what a metric counts have each worth, in each of the spans. */
    async count(metric: Metric, question: Question): Promise<WorthCount[][] | undefined> {
      metrics.set(metric._id, metric)
      const found = await countConsistently({
        snapshot: () => snapshot(metric._id),
        async read({ copy }) {
          const isSame =
            definitionOf(copy.metric) === definitionOf(metric) && copy.outsideKey === (await readOutsideKey(db, metric))
          if (!isSame) copy.isOutdated = true
          return isSame
        },
        count: async ({ copy }, isSame, pace) => (isSame ? countSpans(copy, question, pace) : undefined),
      })
      return found?.counted
    },

    /** How much is in memory. */
    state: () => copies.state(),

    keepUp: () => copies.keepUp(),
  }
}
