import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract'
import { networkOf } from './network.ts'

/** Bytes of answers that were made and that their readers have not taken yet: they wait in this process's memory. */
export type UnreadLimits = {
  /** Per member, over all sessions and connections. */
  member: number
  /** Per address, without session. */
  network: number
}

/** Counts bytes until the reply has been taken, or throws. For those that are sent as a stream and were made before. */
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
 * Refuses to answer who has too much unread already. Only what was asked by GET is refused: a change has been made by
 * now, and its answer is small. Streams are not counted: they are read as fast as they are taken. Runs before answers are
 * compressed, which turns them into streams.
 */
export const limitUnread = (app: FastifyInstance, limits: UnreadLimits): void => {
  const unread = new Map<string, number>()
  const count: CountUnread = (request, reply, bytes) => {
    const { key, kind } = readerOf(request)
    const before = unread.get(key) ?? 0
    // One answer is always made, however large it is.
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
