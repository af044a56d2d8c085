import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { API_KEY_HEADER, INGEST_KEY_HEADER } from '#contract'
import type { Db } from '../db/database.ts'

/** A load balancer needs a quick reply: no result within this time counts as a failure. */
const PATIENCE_MS = 900

/**
 * Fails without a database and on a full disk. Reads alone would succeed on a full disk, so 1 MB of the result spills
 * to a temporary file, which takes milliseconds and is removed.
 */
const checkDatabase = (db: Db): Promise<unknown> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local work_mem = '64kB'`.execute(transaction)
    await sql`
      with spilled as materialized (select repeat('x', 100) from generate_series(1, 8000))
      select count(*) from spilled`.execute(transaction)
  })

/** Headers that a proxy must pass on. `npm run doctor` sends STREAM_PROBE in each of them. */
export const probedHeaders = ['authorization', 'last-event-id', API_KEY_HEADER, INGEST_KEY_HEADER] as const
export const STREAM_PROBE = 'probe'

const STREAM_GAP_MS = 500

type ClockHealth = { isOk: boolean; tickAgeSeconds: number; failing: readonly string[] }

/**
 * /healthz: the process runs. /readyz: the process can serve requests, for load balancers. /clockz: its jobs run, for
 * monitoring. /streamz: for `npm run doctor`.
 */
export const registerHealth = (app: FastifyInstance, { db }: { db: Db }, clock?: () => ClockHealth): void => {
  app.get('/clockz', async (_request, reply) => {
    const { isOk, tickAgeSeconds, failing } = clock?.() ?? { isOk: true, tickAgeSeconds: 0, failing: [] }
    return reply
      .code(isOk ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isOk ? 'ok' : 'failing', tickAgeSeconds: Math.round(tickAgeSeconds), failing })
  })
  let checking: Promise<string> | undefined
  /** Requests share one check, because each query to a hanging database would hold a connection. */
  const check = () => {
    checking ??= checkDatabase(db)
      .then(
        () => 'ok',
        (err: unknown) => {
          app.log.warn({ err }, 'not ready: the check of the database failed')
          return 'waiting'
        },
      )
      .finally(() => {
        checking = undefined
      })
    return checking
  }
  const patience = () =>
    new Promise<string>((resolve) => {
      setTimeout(() => resolve('waiting'), PATIENCE_MS).unref()
    })

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  // Sent like live messages, so `npm run doctor` sees whether a proxy buffers streams or strips headers.
  app.get('/streamz', async ({ headers, ip, socket }, reply) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const arrived = probedHeaders.filter((name) => headers[name] === STREAM_PROBE)
    const isTrusted = isForwarded && ip !== socket.remoteAddress
    reply.raw.write(`${JSON.stringify({ isForwarded, isTrusted, arrived })}\n`)
    await pause(STREAM_GAP_MS)
    reply.raw.end('end\n')
  })
  app.get('/readyz', async (_request, reply) => {
    const status = await Promise.race([check(), patience()])
    return reply
      .code(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status })
  })
}
