/** Addresses that only this computer or its own network can open: loopback, private and link-local ones, `.local` names. */
const isLocalName = (host: string): boolean => host === 'localhost' || /\.(localhost|local|internal|lan)$/.test(host)
const isLocalIpv4 = (host: string): boolean =>
  /^(0|10|127)\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host) && /^[\d.]+$/.test(host)
const isLocalIpv6 = (host: string): boolean => /^\[(::1?\]|f[cd]|fe[89ab])/.test(host)

/** Whether a phone elsewhere can open the link, as far as its host name says. */
export const isReachable = (link: string): boolean => {
  const { hostname } = new URL(link)
  return !isLocalName(hostname) && !isLocalIpv4(hostname) && !isLocalIpv6(hostname)
}
