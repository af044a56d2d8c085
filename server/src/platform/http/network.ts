import { isIPv6 } from 'node:net'

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
