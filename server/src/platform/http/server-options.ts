import type { ClientLimits } from './slow-clients.ts'

const STREAMS_PER_CONNECTION = 100

/** Fastify's default for HTTP/1.1. */
const KEEP_ALIVE_MS = 72_000

const nodeOptions = ({ headMs, checkEveryMs }: ClientLimits) => ({
  headersTimeout: headMs,
  connectionsCheckingInterval: checkEveryMs,
})

export const plainServerOptions = (limits: ClientLimits) => ({
  http: nodeOptions(limits),
  forceCloseConnections: 'idle' as const,
})

/** HTTP/2, and HTTP/1.1 for those who do not speak it. When it closes, Node itself ends connections that are idle. */
export const secureServerOptions = (tls: { cert: Buffer; key: Buffer }, limits: ClientLimits) => ({
  http2: true as const,
  https: {
    ...tls,
    allowHTTP1: true,
    ...nodeOptions(limits),
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    handshakeTimeout: limits.headMs,
    settings: { maxConcurrentStreams: STREAMS_PER_CONNECTION },
  },
})
