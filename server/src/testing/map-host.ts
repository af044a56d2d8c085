import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { guardOn } from '../platform/outbound/guard.ts'

const PUBLIC = '127.0.0.1'
const PRIVATE = '127.0.0.2'

/**
 * A map host on loopback in place of the Internet. `inside.example` resolves to a private address. Paths without an
 * answer are 404. Requests go through the real guard, which refuses private addresses.
 */
export const mapHost = async () => {
  const asked: string[] = []
  const answers = new Map<string, RequestListener>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers.get(path)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  }).listen(0, PUBLIC)
  await once(server, 'listening')
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  const { guardedFetch } = guardOn({
    resolve: async (host) => [{ address: host === 'inside.example' ? PRIVATE : PUBLIC, family: 4 }],
    isAllowed: (address) => address === PUBLIC,
  })
  return {
    url: `http://maps.example:${port}`,
    inside: `http://inside.example:${port}`,
    asked,
    answer: (path: string, body: object | string | Buffer, headers: Record<string, string> = {}) =>
      void answers.set(path, (_request, response) =>
        response
          .writeHead(200, headers)
          .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)),
      ),
    answerWith: (path: string, listener: RequestListener) => void answers.set(path, listener),
    /** The real guard with a shorter timeout, so that a test of a slow host is short. */
    fetch: ((address, options) =>
      guardedFetch(address, {
        ...options,
        timeoutMs: Math.min(options?.timeoutMs ?? 1000, 1000),
      })) as typeof guardedFetch,
  }
}
