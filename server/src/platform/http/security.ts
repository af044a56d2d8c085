import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { isOrigin } from './origin.ts'

/**
 * The content security policy. It allows no inline scripts except `inline`, and workers from our own files, which
 * MapLibre needs. `mapHosts` returns the origins of the configured map style, which may change while the server runs.
 * Values that are not plain origins are left out, so that the header is always valid. Without
 * `upgrade-insecure-requests`, because plain http on a LAN must work.
 */
export const registerSecurity = async (
  app: FastifyInstance,
  { mapHosts, isSecure, inline }: { mapHosts: () => readonly string[]; isSecure: boolean; inline: string[] },
): Promise<void> => {
  const reported = new Set<string>()
  const isUsable = (host: string): boolean => {
    if (isOrigin(host)) return true
    if (!reported.has(host)) app.log.warn({ host }, 'a map host is not a plain origin and is left out of the policy')
    reported.add(host)
    return false
  }
  const hosts = () => mapHosts().filter(isUsable).join(' ')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline],
        workerSrc: ["'self'"],
        connectSrc: ["'self'", hosts],
        fontSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcElem: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', hosts],
        mediaSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: isSecure ? { maxAge: 31_536_000 } : false,
    // Addresses of pages may contain a token, which must not reach other sites.
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  })
}
