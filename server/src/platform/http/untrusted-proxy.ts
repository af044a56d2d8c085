import type { FastifyInstance } from 'fastify'

/**
 * Warns once when a request came through a proxy and none is trusted: everyone behind it then has the proxy's address,
 * and shares the limits of one network. Anyone may send the header, so it is said once and changes nothing.
 */
export const warnOfUntrustedProxy = (app: FastifyInstance): void => {
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
