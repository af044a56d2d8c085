import type { FastifyReply, FastifyRequest } from 'fastify'
import { Abandoned } from './abandoned.ts'
import { parseCookies } from './cookies.ts'
import { originOfSocket } from './origin.ts'
import { isAbandoned } from './protocols.ts'
import type { Client } from './serve.ts'

export const clientOf = (request: FastifyRequest, reply: FastifyReply): Client => ({
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  cookies: parseCookies(request.headers.cookie),
  lastEventId: request.headers['last-event-id'] as string | undefined,
  ifNoneMatch: request.headers['if-none-match'],
  range: request.headers.range,
  prefer: request.headers.prefer as string | undefined,
  reachedAt: originOfSocket(request.socket),
  mustWait: () => {
    if (isAbandoned(reply.raw)) throw new Abandoned()
  },
})
