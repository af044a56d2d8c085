import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardOn } from '../platform/outbound/guard.ts'

type Trick = (response: ServerResponse, request: IncomingMessage, count: number) => boolean | undefined

export type RangeServer = Awaited<ReturnType<typeof startRangeServer>>

/** A web server on loopback that serves ranges of one file, like hosts of PMTiles. */
export const startRangeServer = async (bytes: Buffer) => {
  const state = { bytes, etag: '"1"', trick: undefined as Trick | undefined, requests: 0, sent: 0 }
  const server = createServer((request, response) => {
    state.requests++
    if (state.trick?.(response, request, state.requests)) return
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return void response.writeHead(200, { etag: state.etag }).end(state.bytes)
    const first = Number(from)
    const last = Math.min(Number(to), state.bytes.length - 1)
    if (first > last) return void response.writeHead(416).end()
    const part = state.bytes.subarray(first, last + 1)
    state.sent += part.length
    const range = `bytes ${first}-${last}/${state.bytes.length}`
    response.writeHead(206, { etag: state.etag, 'content-range': range, 'content-length': part.length }).end(part)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/planet.pmtiles`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

/** The guard of outgoing requests, with loopback as the public Internet. */
export const { guardedFetch: loopbackFetch } = guardOn({
  resolve: async (host) => [{ address: host, family: 4 }],
  isAllowed: (address) => address === '127.0.0.1',
})
