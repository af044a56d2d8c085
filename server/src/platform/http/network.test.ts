import { expect, test } from 'vitest'
import { networkOf } from './origin.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:7:7::1', '2001:db8:7:7::/64'],
  ['2001:0DB8:0007:0007:ffff:ffff:ffff:ffff', '2001:db8:7:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
])('%s counts for %s', (address, network) => expect(networkOf(address)).toBe(network))
