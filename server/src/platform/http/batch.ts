import { Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  allEndpoints,
  BASE_PATH,
  type BatchHead,
  batchApi,
  type Endpoint,
  LIVE_POSITION_HEADER,
  OWN_SERVICE,
  Problem,
} from '#contract'
import { asPartOfBatch } from './batch-caller.ts'
import { asProblem } from './problems.ts'
import { bearer, type Door, identify, parse, takesGzip } from './register.ts'

/** Files and streams cannot be parts. */
const mayBePart = ({ method, raw, isPart }: Endpoint) => method === 'GET' && (!raw || isPart)
const patterns = allEndpoints
  .filter(({ endpoint }) => mayBePart(endpoint))
  .map(({ endpoint }) => new RegExp(`^${BASE_PATH}${endpoint.path.replace(/:\w+/g, '[^/?]+')}$`))

const isRead = (address: string): boolean => {
  const path = address.split('?')[0] ?? ''
  return patterns.some((pattern) => pattern.test(path)) && new URL(address, 'http://localhost').pathname === path
}

const headersOf = ({ headers }: FastifyRequest) => {
  const { 'accept-encoding': _, connection: __, ...rest } = headers
  return rest
}

const passedOn = [LIVE_POSITION_HEADER, 'retry-after', 'content-type', 'etag'] as const

/** Sends parts one after another as fast as the client reads; at most two wait in memory. */
async function* linesOf(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, addresses: string[]) {
  reply.raw.setMaxListeners(0)
  const { caller } = request
  for (const address of addresses) {
    const part = await asPartOfBatch({ caller, token: bearer(request) }, () =>
      app.inject({
        method: 'GET',
        url: address.replace(OWN_SERVICE, caller?.actor.serviceId ?? ''),
        headers: headersOf(request),
        remoteAddress: request.socket.remoteAddress ?? '',
      }),
    )
    const headers = Object.fromEntries(
      passedOn.flatMap((name) => (part.headers[name] === undefined ? [] : [[name, String(part.headers[name])]])),
    )
    const head: BatchHead = { address, status: part.statusCode, headers }
    const isText = headers['content-type']?.startsWith('application/json')
    // PostgreSQL puts line breaks between rows; inside texts JSON escapes them.
    const body = isText ? part.payload.replaceAll('\n', ' ') : JSON.stringify(part.rawPayload.toString('base64'))
    try {
      app.countUnread(request, reply, body.length)
      yield `${JSON.stringify({ ...head, ...(!isText && { encoding: 'base64' }) })}\n${body}\n`
    } catch (error) {
      const problem = asProblem(error)
      yield `${JSON.stringify({ ...head, status: problem.statusCode })}\n${JSON.stringify(problem.body())}\n`
    }
  }
}

/** Several reads of a page in one request. Each is handled as a separate request with its own rights. */
export const registerBatch = (app: FastifyInstance, door: Door): void => {
  app.route({
    method: batchApi.read.method,
    url: BASE_PATH + batchApi.read.path,
    onRequest: identify(door, batchApi.read),
    handler: async (request, reply) => {
      const { get: addresses } = parse(batchApi.read.query, request.query) ?? { get: [] }
      if (!addresses.every(isRead)) throw new Problem('notFound')
      reply.header('cache-control', 'no-store').type(batchApi.read.raw)
      const lines = Readable.from(linesOf(app, request, reply, addresses))
      if (!takesGzip(request)) return reply.send(lines)
      // Flushes after each part, so that compression does not delay it.
      const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
      lines.on('error', (error) => gzip.destroy(error))
      gzip.on('close', () => lines.destroy())
      return reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(lines.pipe(gzip))
    },
  })
}
