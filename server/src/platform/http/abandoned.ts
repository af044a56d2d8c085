import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { isAbandoned } from './protocols.ts'

/** Thrown before work for a caller who no longer waits for the answer. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/**
 * Drops requests over HTTP/2 whose stream the client has reset, before any work for them. A reset often comes in the same
 * packet as its request: one turn of the event loop lets it arrive.
 */
export const dropAbandoned = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.httpVersionMajor < 2) return
    await nextTurn()
    if (isAbandoned(reply.raw)) return reply.hijack()
  })
}
