import type { IncomingMessage, OutgoingHttpHeaders, Server as PlainServer, ServerResponse } from 'node:http'
import {
  type Http2SecureServer,
  Http2ServerRequest,
  Http2ServerResponse,
  type Http2Session,
  type ServerHttp2Stream,
} from 'node:http2'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The server speaks HTTP/2 and HTTP/1.1 if it has a certificate, otherwise only HTTP/1.1. */
export type AnyServer = PlainServer | Http2SecureServer
export type AnyRequest = IncomingMessage | Http2ServerRequest
export type AnyResponse = ServerResponse | Http2ServerResponse

export type Connection = Socket | Http2Session

/** Undefined if the connection is gone. */
export const connectionOf = (request: AnyRequest): Connection | undefined =>
  request instanceof Http2ServerRequest ? request.stream.session : request.socket

/** Writable side of a response; over HTTP/2 a stream within the connection. */
export type Outlet = Socket | ServerHttp2Stream

export const outletOf = (response: AnyResponse): Outlet | null =>
  response instanceof Http2ServerResponse ? response.stream : response.socket

/** Whether the client reset the stream or closed the connection. */
export const isAbandoned = (response: AnyResponse): boolean =>
  response instanceof Http2ServerResponse ? response.stream.closed || response.stream.destroyed : response.destroyed

export const sendHead = (response: AnyResponse, status: number, headers: OutgoingHttpHeaders): void => {
  if (response instanceof Http2ServerResponse) response.writeHead(status, headers)
  else response.writeHead(status, headers).flushHeaders()
}

/** Thrown instead of working for a caller that has disconnected. */
export class Abandoned extends Error {
  override name = 'Abandoned'
}

/**
 * Drops HTTP/2 requests whose stream the client has reset, before any work for them. A reset often arrives in the packet
 * of its request, so the hook waits one turn of the event loop for the reset to be read.
 */
export const dropAbandoned = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.httpVersionMajor < 2) return
    await nextTurn()
    if (isAbandoned(reply.raw)) return reply.hijack()
  })
}
