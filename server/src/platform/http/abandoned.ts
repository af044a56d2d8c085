import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { isAbandoned } from './protocols.ts'

/** Thrown instead of working for a caller that has disconnected. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/**
 * Drops HTTP/2 requests whose stream the client has reset, before any work for them. A reset often arrives in the packet
 * of its request, so the hook waits one turn of the event loop for the reset to be read.
 */
export const dropAbandoned = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.httpVersionMajor < 2) return
    await nextTurn()
    if (isAbandoned(reply.raw)) return reply.hijack()
  })
}
