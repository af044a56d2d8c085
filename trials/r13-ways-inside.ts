import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { guardedFetch, guardOn } from '../server/src/platform/outbound/guard.ts'
import { isOutsideAddress } from '../server/src/platform/outbound/own-networks.ts'
import { OutboundError } from '../server/src/platform/outbound/target.ts'
import { failureList, type Trial } from './trial.ts'

const ownAddress = (cidr: string) => ({ cidr, address: cidr.split('/')[0] }) as NetworkInterfaceInfo

/** Spellings of hosts that are this machine or on its network. */
const hosts = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '017700000001', '0x7f000001', '0x7f.1'],
  ...['0177.0.0.1', '127.0.0.1.', '0', '0.0.0.0', '0x0', '00', '127.0.0.0x1', '0x7F.0X0.0.1', '1%32%37.0.0.1'],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...[
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001::1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
  ],
  ...['[fec0::1]', '[ff02::1]', '[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[0000::1]', '[::1%25lo]'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'user@127.0.0.1',
    'user:word@localhost',
  ],
  ...['example.org@127.0.0.1', '127.0.0.1#@example.org', '127.0.0.1?@example.org', '127.0.0.1\\@example.org'],
  ...[
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
  ],
  ...['0xa9fea9fe', '2852039166', '224.0.0.1', '255.255.255.255', '198.18.0.1', '203.0.113.1'],
]
const schemes = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1/',
  'data:text/plain,a',
  'javascript:1',
  '//127.0.0.1/',
  'ws://127.0.0.1/',
]
/** Private addresses. Anyone can register a name that resolves to them. */
const answers = ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '169.254.169.254', '0.0.0.0']

/** Public addresses of the interfaces of a rented machine. `neighbours`: its own addresses and machines beside it. */
const ownInterfaces = { eth0: [ownAddress('51.15.20.7/24'), ownAddress('2a01:4f8:10:20::2/64')] }
const neighbours = ['51.15.20.7', '51.15.20.1', '51.15.20.254', '2a01:4f8:10:20::2', '2a01:4f8:10:20:ff::1']

/** Stands for the public Internet: redirects start at this address. */
const OUTSIDE = '127.0.0.2'

const listen = async (host: string, location?: (path: string) => string) => {
  let connections = 0
  const server = createServer((request, response) => {
    // Converted to bytes, because Node refuses letters beyond Latin-1 in a header.
    if (location) response.writeHead(302, { location: Buffer.from(location(request.url ?? '')).toString('latin1') })
    response.end('reached')
  })
  server.on('connection', () => connections++)
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections, close: () => server.close() }
}

export const trial: Trial = {
  id: 'R13',
  title: 'Attempts to reach private addresses through the outbound guard',
  isInTests: true,
  run: async () => {
    const failures = failureList()
    const inside = await listen('127.0.0.1')
    const redirects = hosts.map((host) => `http://${host.replace(/([#?\\]|$)/, `:${inside.port}$1`)}/`)
    const outside = await listen(OUTSIDE, (path) => redirects[Number(path.slice(1))] ?? '/')
    let ways = 0
    const attempt = async (name: string, fetching: Promise<unknown>) => {
      ways++
      const before = inside.connections()
      const isFetched = await fetching.then(
        () => true,
        () => false,
      )
      if (isFetched || inside.connections() > before) failures.add(`${name} was reached`)
    }
    const options = { timeoutMs: 3_000 }
    try {
      for (const way of [...redirects, ...schemes]) await attempt(way, guardedFetch(way, options))
      for (const address of answers) {
        const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
        const { guardedFetch: viaName } = guardOn({ resolve, isAllowed: isOutsideAddress })
        await attempt(`a name for ${address}`, viaName(`http://name.example:${inside.port}/`, options))
      }
      for (const address of answers) {
        // The first look-up returns an outside address, later ones an inside one.
        let asked = 0
        const rebinding = async () => [
          asked++ === 0 ? { address: OUTSIDE, family: 4 } : { address, family: address.includes(':') ? 6 : 4 },
        ]
        const isOutside = (one: string) => one === OUTSIDE || isOutsideAddress(one)
        const { guardedFetch: viaRebinding } = guardOn({ resolve: rebinding, isAllowed: isOutside })
        const way = `http://changing.example:${inside.port}/`
        for (let time = 0; time < 3; time++) await attempt(`a name that became ${address}`, viaRebinding(way, options))
      }
      const resolve = async (host: string) => [
        { address: host === 'outside.example' ? OUTSIDE : '127.0.0.1', family: 4 },
      ]
      const isAllowed = (address: string) => address === OUTSIDE || isOutsideAddress(address)
      const { guardedFetch: viaRedirect } = guardOn({ resolve, isAllowed })
      for (const [index, way] of redirects.entries())
        await attempt(`a redirect to ${way}`, viaRedirect(`http://outside.example:${outside.port}/${index}`, options))
      const isBeyondOwnNetworks = (address: string) =>
        address === OUTSIDE || isOutsideAddress(address, () => ownInterfaces)
      for (const neighbour of neighbours) {
        const host = neighbour.includes(':') ? `[${neighbour}]` : neighbour
        const resolve = async (name: string) => {
          const address = name === 'outside.example' ? OUTSIDE : neighbour
          return [{ address, family: address.includes(':') ? 6 : 4 }]
        }
        const { guardedFetch: beside } = guardOn({ resolve, isAllowed: isBeyondOwnNetworks })
        const redirect = await listen(OUTSIDE, () => `http://${host}:8080/`)
        const addresses = [
          `http://${host}:8080/`,
          'http://neighbour.example:8080/',
          `http://outside.example:${redirect.port}/`,
        ]
        // No server listens at these addresses, so only the reason of the error shows that the guard did not try to
        // connect.
        for (const address of addresses) {
          ways++
          const error = await beside(address, options).catch((reason: unknown) => reason)
          if (!(error instanceof OutboundError) || error.reason !== 'address')
            failures.add(`${neighbour} was not refused`)
        }
        redirect.close()
      }
      if (outside.connections() < redirects.length) failures.add('the redirects were not asked for')
    } finally {
      inside.close()
      outside.close()
    }
    return { counts: { ways, connections: inside.connections() }, failures: failures.all() }
  },
}
