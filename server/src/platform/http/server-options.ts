import type { ClientLimits } from './slow-clients.ts'

const STREAMS_PER_CONNECTION = 100

/** The same as Fastify's default for HTTP/1.1. */
const KEEP_ALIVE_MS = 72_000

const nodeOptions = ({ headMs, checkEveryMs }: ClientLimits) => ({
  headersTimeout: headMs,
  connectionsCheckingInterval: checkEveryMs,
})

export const plainServerOptions = (limits: ClientLimits) => ({
  http: nodeOptions(limits),
  forceCloseConnections: 'idle' as const,
})

/** Suites with forward secrecy and authenticated encryption; without Node's CBC and static RSA. */
const CIPHERS = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
].join(':')

export const tlsOptions = { ciphers: CIPHERS, minVersion: 'TLSv1.2' as const, honorCipherOrder: true }

/** HTTP/2, and HTTP/1.1 for clients without it. When the server closes, Node itself ends idle connections. */
export const secureServerOptions = (tls: { cert: Buffer; key: Buffer }, limits: ClientLimits) => ({
  http2: true as const,
  https: {
    ...tls,
    ...tlsOptions,
    allowHTTP1: true,
    ...nodeOptions(limits),
    requestTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    handshakeTimeout: limits.headMs,
    settings: { maxConcurrentStreams: STREAMS_PER_CONNECTION },
  },
})
