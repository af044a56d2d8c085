import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** /healthz: the process answers. /readyz: it can also do its work, so a balancer may send it people. */
export const registerHealth = (app: FastifyInstance, { db }: { db: Db }): void => {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    const isReady = await sql`select 1`.execute(db).then(
      () => true,
      (error: unknown) => {
        request.log.warn({ err: error }, 'not ready')
        return false
      },
    )
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'waiting' })
  })
}
