import { config } from '../../api/config.ts'

/**
 * Hosts that only this computer or its network can reach: loopback, private and link-local addresses, `.local` names.
 */
const isLocalName = (host: string): boolean => host === 'localhost' || /\.(localhost|local|internal|lan)$/.test(host)
const isLocalIpv4 = (host: string): boolean =>
  /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host) && /^[\d.]+$/.test(host)
const isLocalIpv6 = (host: string): boolean => /^\[(::1?\]|f[cd]|fe[89ab])/.test(host)

/** Whether a device in another network could open the link, judged by its host name. */
export const isReachable = (link: string): boolean => {
  const { hostname } = new URL(link)
  return !isLocalName(hostname) && !isLocalIpv4(hostname) && !isLocalIpv6(hostname)
}

/** Replaces the link's origin by this page's, unless the server has a configured public URL. */
export const withReachableOrigin = (link: string): string => {
  if (config().publicUrl) return link
  const { pathname, search } = new URL(link)
  return location.origin + pathname + search
}
