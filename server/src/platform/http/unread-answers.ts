import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract'
import { networkOf } from './origin.ts'

/** Limits in bytes for replies that clients have not read yet and that occupy this process's memory. */
export type UnreadLimits = {
  member: number
  network: number
}

/**
 * Counts the bytes of a reply until the client has read it; throws above the limit. Call it for replies that are in
 * memory but sent as a stream.
 */
type CountUnread = (request: FastifyRequest, reply: FastifyReply, bytes: number) => void

declare module 'fastify' {
  interface FastifyInstance {
    countUnread: CountUnread
  }
}

const RETRY_AFTER_SECONDS = 5

const readerOf = ({ caller, ip }: FastifyRequest): { key: string; kind: keyof UnreadLimits } =>
  caller ? { key: `member ${caller.actor.id}`, kind: 'member' } : { key: `network ${networkOf(ip)}`, kind: 'network' }

/**
 * Refuses GET requests of clients with too many unread bytes. Replies to other methods are small and always sent. Streams
 * are not counted, because their data is loaded only as fast as the client reads. Runs before compression, which turns
 * replies into streams.
 */
export const limitUnread = (app: FastifyInstance, limits: UnreadLimits): void => {
  const unread = new Map<string, number>()
  const count: CountUnread = (request, reply, bytes) => {
    const { key, kind } = readerOf(request)
    const before = unread.get(key) ?? 0
    // The first reply is always sent, however large.
    if (before > 0 && before + bytes > limits[kind])
      throw new Problem('tooManyRequests', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    unread.set(key, before + bytes)
    finished(reply.raw, () => {
      const left = (unread.get(key) ?? 0) - bytes
      if (left > 0) unread.set(key, left)
      else unread.delete(key)
    })
  }
  app.decorate('countUnread', count)
  app.addHook('onSend', async (request, reply, payload) => {
    const bytes = Buffer.isBuffer(payload) || typeof payload === 'string' ? payload.length : 0
    if (bytes === 0 || request.method !== 'GET' || reply.statusCode >= 300) return
    count(request, reply, bytes)
  })
}
