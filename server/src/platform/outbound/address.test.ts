import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './address.ts'

describe('addresses that are not public', () => {
  test.each([
    ['unspecified', '0.0.0.0', '0.255.255.255', '::'],
    ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
    ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
    ['carrier-grade NAT', '100.64.0.0', '100.127.255.255'],
    ['link-local', '169.254.0.1', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fec0::1'],
    ['metadata', '169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254'],
    ['unique-local', 'fc00::1', 'fdff:ffff::1'],
    ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
    ['broadcast and reserved', '255.255.255.255', '240.0.0.1'],
    ['documentation and benchmarks', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255'],
    ['documentation, IPv6', '2001:db8::1', '3fff::1', '3fff:fff::1', '100::1'],
    ['IPv4-mapped, also of public ones', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
    ['IPv4-compatible and translated', '::127.0.0.1', '::8.8.8.8', '::ffff:0:8.8.8.8'],
    ['6to4', '2002:7f00:1::', '2002:808:808::1', '192.88.99.1'],
    ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
    ['Teredo and other assignments', '2001::1', '2001:1ff::1'],
    ['no address at all', '', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '1.2.3.4.5', '[::1]', '8.8.8.8 '],
  ])('%s', (_kind, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })
})

test('addresses next to the reserved ranges are public', () => {
  const addresses = ['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255']
  addresses.push('128.0.0.0', '168.63.129.15', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255')
  addresses.push('192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '8.8.8.8', '2606:4700::1111')
  addresses.push('2000::1', '2001:200::1', '2001:db7::1', '2001:db9::1', '2003::1', '3fff:1000::1', '2a00::1')
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
})

/** The rules of address.ts in plain arithmetic. */
const isPublic4 = ([a, b, c, d]: number[]): boolean => {
  if (a === undefined || b === undefined) return false
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false
  if (a === 100 && b >= 64 && b < 128) return false
  if (a === 169 && b === 254) return false
  if (a === 172 && b >= 16 && b < 32) return false
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) return false
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false
  if (a === 203 && b === 0 && c === 113) return false
  return !(a === 168 && b === 63 && c === 129 && d === 16)
}
const isPublic6 = ([a = 0, b = 0]: number[]): boolean => {
  if (a < 0x2000 || a > 0x3fff) return false
  if (a === 0x2002 || (a === 0x2001 && (b < 0x200 || b === 0xdb8))) return false
  return !(a === 0x3fff && b < 0x1000)
}

/** Half of the addresses are random, and half are near the bounds of a rule. */
const byte = fc.oneof(
  fc.nat(255),
  fc.constantFrom(
    0,
    2,
    10,
    16,
    18,
    19,
    31,
    51,
    63,
    64,
    88,
    99,
    100,
    113,
    127,
    128,
    129,
    168,
    169,
    172,
    192,
    198,
    203,
    254,
  ),
)
const group = fc.oneof(
  fc.nat(0xffff),
  fc.constantFrom(0, 1, 0x64, 0x1fff, 0x2000, 0x2001, 0x2002, 0x3fff, 0x4000, 0xdb8, 0x1ff, 0x200, 0xfe80, 0xffff),
)

test('IPv4 agrees with a plain reference', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
      expect(isPublicAddress(bytes.join('.'))).toBe(isPublic4(bytes))
    }),
    { numRuns: 2000 },
  )
})

test('IPv6 agrees with a plain reference, short or long, in any case', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
      const long = groups.map((part) => part.toString(16).padStart(4, '0')).join(':')
      const short = new URL(`http://[${long}]/`).hostname.slice(1, -1)
      for (const spelling of [long, long.toUpperCase(), short])
        expect(isPublicAddress(spelling), spelling).toBe(isPublic6(groups))
    }),
    { numRuns: 2000 },
  )
})

test('an IPv4 address mapped into IPv6 is never public', () => {
  fc.assert(
    fc.property(
      fc.tuple(byte, byte, byte, byte),
      fc.constantFrom('::ffff:', '::', '::ffff:0:', '64:ff9b::'),
      (bytes, prefix) => {
        expect(isPublicAddress(prefix + bytes.join('.'))).toBe(false)
      },
    ),
  )
})
