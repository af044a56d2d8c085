import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { languageOr, Problem } from '#contract'
import { tlsOptions } from '../platform/http/server-options.ts'
import { startingPage } from '../platform/http/starting-page.ts'
import { explainListenError } from './listen.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Serves 503 with `Retry-After` during a restore or upgrade, and a page that reloads by itself. `/healthz` returns
 * 200, so that supervisors do not kill the process.
 */
export async function openAwayServer(
  place: { host: string; port: number },
  tls: { cert: Buffer; key: Buffer } | undefined,
  reason: 'restoring' | 'upgrading',
) {
  const answerBy = (request: IncomingMessage, response: ServerResponse) => answer(request, response, reason)
  const server = tls ? createSecureServer({ ...tls, ...tlsOptions }, answerBy) : createServer(answerBy)
  server.listen(place)
  await once(server, 'listening').catch((error) => {
    throw explainListenError(error, place)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function answer(request: IncomingMessage, response: ServerResponse, reason: 'restoring' | 'upgrading'): void {
  // A connection that is kept alive would stay with this server after the real one is back.
  const headers = { 'cache-control': 'no-store', connection: 'close', 'x-content-type-options': 'nosniff' }
  request.resume()
  if (request.url === '/healthz') {
    response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end('{"status":"ok"}')
    return
  }
  const isPage = request.headers.accept?.includes('text/html') ?? false
  const language = languageOr(/(?:^|;\s*)locale=(\w+)/.exec(request.headers.cookie ?? '')?.[1])
  response
    .writeHead(503, {
      ...headers,
      'retry-after': String(RETRY_AFTER_SECONDS),
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    .end(isPage ? startingPage(language, reason) : JSON.stringify(new Problem('unavailable').body()))
}
