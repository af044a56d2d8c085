import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import type { InlineScripts } from './inline-scripts.ts'
import { redactedLogging } from './logging.ts'
import type { MapHosts } from './map-hosts.ts'
import { handleProblems, type OnProblem } from './problems.ts'
import { limitNetworks, type TakeRequests } from './rate-limit.ts'
import { registerSecurity } from './security.ts'
import { plainServerOptions, secureServerOptions } from './server-options.ts'
import { type ClientLimits, limitClients } from './slow-clients.ts'
import { limitUnread } from './unread-answers.ts'
import { warnOfUntrustedProxy } from './untrusted-proxy.ts'

export type HttpServer = FastifyInstance

const JSON_BODY_LIMIT_BYTES = 1_000_000
/** Less than that goes in the same packets either way, and compressing it costs as much as making it. */
const COMPRESSED_BYTES = 4096

type Options = {
  logLevel: string
  trustProxy: false | string[]
  tls: { cert: Buffer; key: Buffer } | undefined
  isSecure: boolean
  clientLimits: ClientLimits
  takeRequests: TakeRequests
  onProblem?: OnProblem
  mapHosts: MapHosts
  inlineScripts: InlineScripts
}

/** A server without routes: its limits, its security headers, and problems as answers. */
export const openHttpServer = async (options: Options): Promise<HttpServer> => {
  const { logLevel, trustProxy, tls, isSecure, clientLimits, takeRequests, onProblem, mapHosts, inlineScripts } =
    options
  // The type of a server that speaks one protocol does not fit the other's; the routes are the same.
  const serverOptions: object = tls ? secureServerOptions(tls, clientLimits) : plainServerOptions(clientLimits)
  const app = fastify({
    bodyLimit: JSON_BODY_LIMIT_BYTES,
    trustProxy,
    ...serverOptions,
    // By default a machine that is busy for ten seconds cannot start the server at all.
    pluginTimeout: 120_000,
    // Short enough to be read out on the phone. Only our own: a header of the caller would let it forge log lines.
    genReqId: () => randomBytes(4).toString('hex'),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300 },
    logger: { level: logLevel, ...redactedLogging },
  })
  handleProblems(app, onProblem)
  if (trustProxy === false) warnOfUntrustedProxy(app)
  limitNetworks(app, takeRequests)
  limitClients(app.server, clientLimits)
  // Before the policy is made, and only until the style's hosts are known.
  app.addHook('onRequest', async ({ headers, log }) => {
    if (!headers.accept?.includes('text/html')) return
    await mapHosts.ensureRead().catch((err: unknown) => log.warn({ err }, 'the hosts of the map style are not known'))
  })
  await registerSecurity(app, { mapHosts: mapHosts.hosts, isSecure, inline: inlineScripts.sources })
  limitUnread(app, clientLimits.unreadBytes)
  await app.register(compress, { threshold: COMPRESSED_BYTES })
  await app.register(multipart)
  // Mail programs post a form to the address that ends mails (RFC 8058). What it contains is not read.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1000 },
    (_request, _body, done) => done(null, undefined),
  )
  return app
}
