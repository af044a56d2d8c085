import { BlockList, isIP } from 'node:net'

/** Addresses that are not public by IANA's special-purpose registries, and addresses of a cloud's internal services. */
const reserved4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT, and a cloud's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's wire server, though it looks public
  '169.254.0.0/16', // link-local, and most clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, and a cloud's metadata
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]

/**
 * Global unicast. All other ranges (loopback, unique-local, link-local, multicast, IPv4-mapped, NAT64, …) are not
 * public.
 */
const global6 = '2000::/3'
const reserved6 = [
  '2001::/23', // protocol assignments; Teredo, which carries an IPv4 address
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries an IPv4 address
  '3fff::/20', // documentation
]

const listOf = (subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

const notPublic4 = listOf(reserved4, 'ipv4')
const public6 = listOf([global6], 'ipv6')
const notPublic6 = listOf(reserved6, 'ipv6')

/** Whether an IPv4 or IPv6 address, as the resolver or the socket writes it, belongs to the public Internet. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !notPublic4.check(address, 'ipv4')
    case 6:
      // A zone (`fe80::1%eth0`) names an interface of this machine.
      return !address.includes('%') && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
    default:
      return false
  }
}
