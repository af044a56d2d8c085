import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract'
import type { SignedBody } from './serve.ts'

/** Registers the route of an endpoint. A signed body is not parsed, because the signature covers its bytes. */
export const inScopeOf = (
  app: FastifyInstance,
  { signedBody }: Endpoint,
  register: (scope: FastifyInstance) => unknown,
): void => {
  if (!signedBody) return void register(app)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
    register(scope)
  })
}

export const signedBodyOf = ({ body, headers }: FastifyRequest): SignedBody => ({
  bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  headers,
})
