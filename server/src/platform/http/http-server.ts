import { randomBytes } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import type { InlineScript } from './inline-script.ts'
import { onceAMinute, redactedLogging } from './logging.ts'
import type { MapHosts } from './map-hosts.ts'
import { handleProblems, type OnProblem } from './problems.ts'
import { dropAbandoned } from './protocols.ts'
import { limitNetworks, type TakeRequests } from './rate-limit.ts'
import { registerSecurity } from './security.ts'
import { plainServerOptions, secureServerOptions } from './server-options.ts'
import { type ClientLimits, limitClients } from './slow-clients.ts'
import { limitUnread } from './unread-answers.ts'

/**
 * Warns once about a forwarded request while no proxy is trusted, because all members then share the limits of the
 * proxy's address. Anyone can send the header, so it has no other effect.
 */
const warnOfUntrustedProxy = (app: FastifyInstance): void => {
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    isWarned = true
    app.log.warn(
      { proxy: request.ip },
      'a request came through a proxy that is not trusted, so all visitors behind it share the limits of one network: set COHESION_TRUST_PROXY to its address',
    )
  })
}

export type HttpServer = FastifyInstance

const JSON_BODY_LIMIT_BYTES = 1_000_000
/** Smaller replies are not compressed: they need few packets anyway, and compression costs as much as building them. */
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
  inlineScripts: InlineScript
}

export const openHttpServer = async (options: Options): Promise<HttpServer> => {
  const { logLevel, trustProxy, tls, isSecure, clientLimits, takeRequests, onProblem, mapHosts, inlineScripts } =
    options
  // The types for HTTP/1.1 and HTTP/2 do not match; the routes are the same.
  const serverOptions: object = tls ? secureServerOptions(tls, clientLimits) : plainServerOptions(clientLimits)
  const app = fastify({
    bodyLimit: JSON_BODY_LIMIT_BYTES,
    trustProxy,
    ...serverOptions,
    pluginTimeout: 120_000,
    // Request ids are short enough to read out on the phone. They are not taken from a header, because clients could
    // then forge log lines.
    genReqId: () => randomBytes(4).toString('hex'),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300 },
    logger: { level: logLevel, ...redactedLogging, hooks: onceAMinute() },
  })
  handleProblems(app, onProblem)
  if (trustProxy === false) warnOfUntrustedProxy(app)
  limitNetworks(app, takeRequests)
  dropAbandoned(app)
  limitClients(app.server, clientLimits)
  // Registered before the content security policy, which needs the hosts of the map style.
  app.addHook('onRequest', async ({ headers, log }) => {
    if (!headers.accept?.includes('text/html')) return
    await mapHosts
      .ensureRead()
      .catch((err: unknown) => log.warn({ err }, 'the map style could not be read, so its hosts are unknown'))
  })
  await registerSecurity(app, { mapHosts: mapHosts.hosts, isSecure, inline: inlineScripts.sources })
  limitUnread(app, clientLimits.unreadBytes)
  await app.register(compress, { threshold: COMPRESSED_BYTES })
  await app.register(multipart)
  // Mail programs post a form to the unsubscribe address (RFC 8058). Its contents are not needed.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1000 },
    (_request, _body, done) => done(null, undefined),
  )
  return app
}
