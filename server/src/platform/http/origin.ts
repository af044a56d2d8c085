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

/** Network of an address: the IPv4 address itself, or the /64 of an IPv6 address. Mapped IPv4 counts as IPv4. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address
  const plain = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const before = groups(head)
  const after = groups(tail ?? '')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0')
  const all = [...before, ...zeros, ...after]
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const [high = 0, low = 0] = all.slice(6).map((group) => Number.parseInt(group, 16))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${all.slice(0, 4).join(':')}::/64`
}
