import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#contract'
import type { Metrics } from './metrics.ts'

type Options = { metrics: Metrics; token: string | undefined }

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * /metrics is private. With a configured token, requests must send it. Otherwise only requests from this machine that
 * came through no proxy are served.
 */
export const registerMetrics = (app: FastifyInstance, { metrics, token }: Options): void => {
  const mayRead = ({ headers, socket }: FastifyRequest): boolean => {
    if (token !== undefined) return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
    const isProxied = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
    return !isProxied && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
  }
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request)) throw new Problem('notFound')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text())
  })
}
