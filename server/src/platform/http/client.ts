import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { originOfSocket } from './origin.ts'
import { Abandoned, isAbandoned } from './protocols.ts'
import type { Client } from './serve.ts'

/** Cookies of a request. Of two with the same name the first counts: browsers send the longer path first. */
export const parseCookies = (header: string | undefined) => parseCookie(header ?? '')

export const cookieHeader = (
  name: string,
  value: string,
  { maxAgeSeconds, ...options }: { path: string; maxAgeSeconds: number; secure: boolean },
): string => stringifySetCookie({ name, value, maxAge: maxAgeSeconds, ...options, httpOnly: true, sameSite: 'strict' })

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
