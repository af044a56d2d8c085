import { isIPv6, type Socket } from 'node:net'

/**
 * `URL` allows `;`, `,`, `*` and quotes in a host, which would end, split or widen a Content-Security-Policy. A plain
 * origin has a host of letters, digits, hyphens and dots (international names in xn-- form) or an IPv6 literal.
 */
export const isOrigin = (text: string): boolean => {
  const [, host = '', port] = /^https?:\/\/(\[[\da-f:.]+\]|[\da-z.-]{1,253})(?::(\d{1,5}))?$/.exec(text) ?? []
  if (port !== undefined && Number(port) > 65_535) return false
  return host.startsWith('[') ? isIPv6(host.slice(1, -1)) : /^[\da-z]/.test(host)
}

/** Undefined if the address has no plain origin. */
export const originOf = (address: string): string | undefined => {
  const url = URL.parse(address)
  return url && !url.username && !url.password && isOrigin(url.origin) ? url.origin : undefined
}

/** Origin at which a client reached the server. Taken from the connection, because clients may forge headers. */
export const originOfSocket = (socket: Pick<Socket, 'localAddress' | 'localPort'>): string | undefined => {
  const address = socket.localAddress?.replace(/^::ffff:(?=\d+\.)/, '')
  if (!address) return undefined
  const scheme = 'encrypted' in socket && socket.encrypted ? 'https' : 'http'
  return originOf(`${scheme}://${isIPv6(address) ? `[${address}]` : address}:${socket.localPort}`)
}
