import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Three bounds make six series per route. With every route in use, a server stays below the 2,500 series promised in
 * docs/operations/watch.md (`metrics-series.test.ts`).
 */
const SECONDS = [0.1, 0.5, 2.5]

/** Gauges named like counters, which `promtool check metrics` rejects. Metrics by type contain the same values. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

export type Reading = { name: string; help: string; label?: string; read: () => Value | Promise<Value> }
/** A map has one entry per value of the label. */
type Value = number | undefined | ReadonlyMap<string, number>

export type Metrics = ReturnType<typeof openMetrics>

export const openMetrics = () => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const requests = new Histogram({
    name: 'cohesion_http_request_seconds',
    help: 'Time from a request to its answer, by route. Live streams are not in it.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [registry],
  })
  const answers = new Counter({
    name: 'cohesion_http_answers_total',
    help: 'Answers by the class of their status.',
    labelNames: ['status'],
    registers: [registry],
  })
  const refusals = new Counter({
    name: 'cohesion_problems_total',
    help: 'Requests that were answered with a problem, by its code.',
    labelNames: ['code'],
    registers: [registry],
  })
  const deliveries = new Counter({
    name: 'cohesion_deliveries_total',
    help: 'What became of attempts to deliver, by channel: sent, delivered, failed, later (to be repeated), hold or expired.',
    labelNames: ['channel', 'result'],
    registers: [registry],
  })
  const reads = new Counter({
    name: 'cohesion_database_reads_total',
    help: 'Requests of members that only read, by what answered them: the primary or a replica of the database.',
    labelNames: ['target'],
    registers: [registry],
  })

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),

    countProblem: (code: string): void => refusals.inc({ code }),

    countRead: (target: string): void => reads.inc({ target }),

    countDeliveries: (channel: string, result: string, count: number): void =>
      deliveries.inc({ channel, result }, count),

    /** Measures every request. Unknown paths share one label, so that callers cannot create series. */
    observe: (app: FastifyInstance): void => {
      app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
        const route = routeOptions.url ?? 'none'
        // HEAD requests must not double the series.
        const label = method === 'HEAD' ? 'GET' : method
        requests.observe({ method: routeOptions.url ? label : 'any', route }, reply.elapsedTime / 1000)
        answers.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` })
      })
    },

    addReadings: (readings: readonly Reading[]): void => {
      for (const { name, help, label = 'channel', read } of readings) {
        const gauge: Gauge = new Gauge({
          name,
          help,
          labelNames: [label],
          registers: [registry],
          collect: async () => {
            const value = await Promise.resolve(read()).catch(() => undefined)
            // A gauge with a label is left out of the metrics until it is set again.
            gauge.reset()
            if (typeof value === 'number') gauge.set(value)
            else for (const [key, count] of value ?? []) gauge.set({ [label]: key }, count)
          },
        })
      }
    },
  }
}
