import { isIP } from 'node:net'

export type OutboundReason =
  | 'url'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'address'
  | 'redirects'
  | 'timeout'
  | 'tooLarge'
  | 'network'

const sentences: Record<OutboundReason, string> = {
  url: 'is not a URL',
  scheme: 'is neither http nor https',
  credentials: 'contains a username or a password',
  port: 'names a port that no web server uses',
  address: 'leads to an address that is not public',
  redirects: 'redirects too often, or nowhere',
  timeout: 'took too long',
  tooLarge: 'is too large',
  network: 'could not be reached',
}

export class OutboundError extends Error {
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, cause?: unknown) {
    super(`The address ${sentences[reason]}.`, { cause })
    this.name = 'OutboundError'
    this.reason = reason
  }

  get isRefusal(): boolean {
    return ['url', 'scheme', 'credentials', 'port', 'address'].includes(this.reason)
  }
}

/** Ports above 1023 of other protocols (the Fetch standard's list). Below 1024, only 80 and 443 are allowed. */
const otherProtocols = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
const isWebPort = (port: number) => port === 80 || port === 443 || (port > 1023 && !otherProtocols.has(port))

export const portOf = ({ port, protocol }: URL): number => (port ? Number(port) : protocol === 'https:' ? 443 : 80)

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * Checks a target before its name is resolved. `URL` has normalised unusual IPv4 notations. A trusted address comes
 * from the operator: it may be private and use any port.
 */
export const checkTarget = (url: URL, isAllowed: (address: string) => boolean, isTrusted: boolean): void => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutboundError('scheme')
  if (url.username || url.password) throw new OutboundError('credentials')
  if (portOf(url) === 0) throw new OutboundError('port')
  if (isTrusted) return
  if (!isWebPort(portOf(url))) throw new OutboundError('port')
  const host = hostOf(url)
  if (isIP(host) && !isAllowed(host)) throw new OutboundError('address')
}

export const parseTarget = (address: string | URL): URL => {
  try {
    return new URL(address)
  } catch (cause) {
    throw new OutboundError('url', cause)
  }
}
