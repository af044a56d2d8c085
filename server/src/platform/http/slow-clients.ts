import { Http2ServerRequest, Http2ServerResponse, type Http2Session } from 'node:http2'
import { Problem } from '#contract'
import { type AnyRequest, type AnyResponse, type AnyServer, type Connection, connectionOf } from './protocols.ts'
import type { UnreadLimits } from './unread-answers.ts'

/** Limits for slow clients. The total time of a request has no limit, because maps and backups are large. */
export type ClientLimits = {
  headMs: number
  checkEveryMs: number
  /** Grace period in which a body may arrive at any rate. */
  bodyGraceMs: number
  /** Minimum average rate of a body after the grace period. */
  bodyBytesPerSecond: number
  /** A reply is aborted if the client reads nothing for this long, because it occupies memory. */
  unreadMs: number
  unreadBytes: UnreadLimits
  /** Maximum number of open connections: ten thousand members, each with a live stream and up to two for requests. */
  connections: number
}

export const clientLimits: ClientLimits = {
  headMs: 15_000,
  checkEveryMs: 2_000,
  bodyGraceMs: 10_000,
  bodyBytesPerSecond: 1_000,
  unreadMs: 20_000,
  unreadBytes: { member: 32_000_000, network: 256_000_000 },
  connections: 30_000,
}

/**
 * Closes connections whose request body arrives too slowly or whose reply is not read, and refuses connections above the
 * limit.
 */
export const limitClients = (server: AnyServer, limits: ClientLimits): void => {
  server.maxConnections = limits.connections
  closeSilent(server, limits)
  giveUpUnread(server, limits)
  watchBodies(server, limits)
}

/** Closes HTTP/2 connections without a request. Over HTTP/1.1 Node itself closes connections that send no whole head. */
const closeSilent = (server: AnyServer, { headMs }: ClientLimits): void => {
  server.on('session', (session: Http2Session) => {
    const silence = setTimeout(() => session.destroy(), headMs).unref()
    const end = () => clearTimeout(silence)
    session.once('stream', end)
    session.once('close', end)
  })
}

/**
 * Node calls the listener after `unreadMs` without progress on a connection; live streams lift the timeout. A request in
 * progress continues, and an idle connection is closed as usual. Over HTTP/2 only the stalled replies end, because the
 * connection carries others.
 */
const giveUpUnread = (server: AnyServer, { unreadMs }: ClientLimits): void => {
  const unanswered = new WeakMap<Connection, number>()
  const count = (connection: Connection, change: 1 | -1) =>
    unanswered.set(connection, (unanswered.get(connection) ?? 0) + change)
  server.on('request', (request: AnyRequest, response: AnyResponse) => {
    const connection = connectionOf(request)
    if (!connection) return
    count(connection, 1)
    response.once('close', () => count(connection, -1))
    if (response instanceof Http2ServerResponse) {
      const { stream } = response
      stream.setTimeout(unreadMs, () => stream.writableLength > 0 && stream.destroy())
    }
  })
  const onTimeout = (connection: Connection) => {
    const isUnread = 'writableLength' in connection && connection.writableLength > 0
    if (!unanswered.get(connection) || isUnread) connection.destroy()
  }
  server.setTimeout(unreadMs, onTimeout as () => void)
}

const hasBody = ({ headers }: AnyRequest): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

/** A body over HTTP/2 need not declare its length. */
const awaitsBody = (request: AnyRequest): boolean =>
  request instanceof Http2ServerRequest ? !request.stream.endAfterHeaders : hasBody(request)

/** Bodies on one connection must together arrive at the sum of their minimum rates. */
const watchBodies = (server: AnyServer, limits: ClientLimits): void => {
  const bodies = new WeakMap<Connection, number>()
  server.on('request', (request: AnyRequest, response: AnyResponse) => {
    const connection = connectionOf(request)
    if (!connection || !awaitsBody(request)) return
    bodies.set(connection, (bodies.get(connection) ?? 0) + 1)
    const timer = watchBody(request, response, limits, () => bodies.get(connection) ?? 1)
    request.once('close', () => {
      clearInterval(timer)
      bodies.set(connection, (bodies.get(connection) ?? 1) - 1)
    })
  })
}

const watchBody = (request: AnyRequest, response: AnyResponse, limits: ClientLimits, bodiesBeside: () => number) => {
  const { checkEveryMs, bodyGraceMs, bodyBytesPerSecond } = limits
  const { socket } = request
  const bytesBefore = socket.bytesRead
  let waitedMs = 0
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer)
    // Unread data in the buffer means that the server is the slow side.
    if (request.readableLength > 0) return
    waitedMs += checkEveryMs
    const least = (bodyBytesPerSecond * bodiesBeside() * waitedMs) / 1000
    if (waitedMs < bodyGraceMs || socket.bytesRead - bytesBefore >= least) return
    clearInterval(timer)
    cut(request, response)
  }, checkEveryMs)
  return timer.unref()
}

/** Writes the refusal to the socket, because the handler still waits for the body. It ends when the connection closes. */
const cut = ({ socket }: AnyRequest, response: AnyResponse): void => {
  const body = JSON.stringify(new Problem('tooSlow').body())
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  if (response instanceof Http2ServerResponse) {
    const { stream } = response
    if (!stream.headersSent) stream.respond({ ':status': 408, ...headers })
    stream.end(body)
    stream.close()
    return
  }
  if (!response.headersSent) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 408 Request Timeout\r\n${lines.join('')}connection: close\r\n\r\n${body}`)
  }
  socket.destroySoon()
}
