import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '#contract'
import type { UnreadLimits } from './unread-answers.ts'

/** How slow a client may be. There is no limit to how long a request takes in all: maps and backups are large. */
export type ClientLimits = {
  /** A connection that has not sent a whole head by then is closed. */
  headMs: number
  /** How often connections are looked at. */
  checkEveryMs: number
  /** A body may come as slowly as it likes for this long … */
  bodyGraceMs: number
  /** … and must then have come at this rate on average. */
  bodyBytesPerSecond: number
  /** An answer of which the client took nothing for so long is given up: it waits in this process's memory. */
  unreadMs: number
  unreadBytes: UnreadLimits
  /** Open connections at most, live streams among them. */
  connections: number
}

export const clientLimits: ClientLimits = {
  headMs: 15_000,
  checkEveryMs: 2_000,
  bodyGraceMs: 10_000,
  bodyBytesPerSecond: 1_000,
  unreadMs: 20_000,
  unreadBytes: { member: 32_000_000, network: 256_000_000 },
  connections: 10_000,
}

/** What Node's own server takes care of. */
export const serverOptionsOf = ({ headMs, checkEveryMs }: ClientLimits) => ({
  headersTimeout: headMs,
  connectionsCheckingInterval: checkEveryMs,
  handshakeTimeout: headMs,
})

/** Cuts requests whose body comes too slowly and answers that nobody reads; refuses connections above the limit. */
export const limitClients = (server: Server, limits: ClientLimits): void => {
  server.maxConnections = limits.connections
  giveUpUnread(server, limits)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return
    const timer = watchBody(request, response, limits)
    request.once('close', () => clearInterval(timer))
  })
}

/**
 * Node calls the listener when nothing moved on a socket for that long, live streams left out (they lift the timeout). A
 * request that is still being worked on goes on; a connection without one is idle, and would be closed without a listener.
 */
const giveUpUnread = (server: Server, { unreadMs }: ClientLimits): void => {
  const unanswered = new WeakMap<Socket, number>()
  const count = (socket: Socket, change: 1 | -1) => unanswered.set(socket, (unanswered.get(socket) ?? 0) + change)
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  server.setTimeout(unreadMs, (socket: Socket) => {
    if (!unanswered.get(socket) || socket.writableLength > 0) socket.destroy()
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined

const watchBody = (request: IncomingMessage, response: ServerResponse, limits: ClientLimits) => {
  const { checkEveryMs, bodyGraceMs, bodyBytesPerSecond } = limits
  const { socket } = request
  const bytesBefore = socket.bytesRead
  let waitedMs = 0
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(timer)
    // What has come and was not read yet: then it is this server that takes its time.
    if (request.readableLength > 0) return
    waitedMs += checkEveryMs
    const least = (bodyBytesPerSecond * waitedMs) / 1000
    if (waitedMs < bodyGraceMs || socket.bytesRead - bytesBefore >= least) return
    clearInterval(timer)
    cut(request, response)
  }, checkEveryMs)
  return timer.unref()
}

/** Written past the handler, which still waits for the body and learns from the closed connection that none comes. */
const cut = ({ socket }: IncomingMessage, { headersSent }: ServerResponse): void => {
  const body = JSON.stringify(new Problem('tooSlow').body())
  if (!headersSent)
    socket.write(
      `HTTP/1.1 408 Request Timeout\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
  socket.destroySoon()
}
