import type { FastifyInstance } from 'fastify'

/**
 * Warns once about a forwarded request when no proxy is trusted: all members then share the proxy's address and its
 * limits. Anyone can send the header, so nothing else follows from it.
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
