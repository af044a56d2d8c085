import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { guardOn } from './guard.ts'
import { isOutsideAddress } from './own-networks.ts'

const on = (...cidrs: string[]) => ({
  eth0: cidrs.map((cidr) => ({ cidr, address: cidr.split('/')[0] }) as NetworkInterfaceInfo),
})
const isAllowedOn =
  (...cidrs: string[]) =>
  (address: string) =>
    isOutsideAddress(address, () => on(...cidrs))

test('addresses of own interfaces and their subnets are refused although public', () => {
  const isAllowed = isAllowedOn('51.15.20.7/24', '2a01:4f8:10:20::2/64', 'fe80::1/64')
  const inside = ['51.15.20.7', '51.15.20.1', '51.15.20.255', '2a01:4f8:10:20::2', '2a01:4f8:10:20:ffff::9']
  expect(inside.filter(isAllowed)).toEqual([])
  const outside = ['51.15.21.1', '51.15.19.255', '2a01:4f8:10:21::2', '2606:4700::1111']
  expect(outside.filter((address) => !isAllowed(address))).toEqual([])
  expect(['127.0.0.1', '10.0.0.1', 'fd00::1', '::ffff:51.15.20.7', 'fe80::1%eth0'].filter(isAllowed)).toEqual([])
})

test.each([
  ['without neighbours', '8.8.4.4/32', '2a01::9/128'],
  ['with an impossibly wide subnet', '8.8.4.4/0', '2a01::9/3'],
])('an address %s refuses itself alone', (_kind, ...cidrs) => {
  const isAllowed = isAllowedOn(...cidrs)
  expect(['8.8.4.4', '8.8.4.5', '2a01::9', '2a01::8'].filter(isAllowed)).toEqual(['8.8.4.5', '2a01::8'])
})

test('an interface that gets its address later counts at the next connection', async () => {
  let cidr = '10.0.0.2/8'
  const { guardedFetch } = guardOn({
    resolve: async () => [{ address: '51.15.20.9', family: 4 }],
    isAllowed: (address) => isOutsideAddress(address, () => on(cidr)),
  })
  expect(isOutsideAddress('51.15.20.9', () => on(cidr))).toBe(true)
  cidr = '51.15.20.7/24'
  await expect(guardedFetch('http://neighbour.test/')).rejects.toMatchObject({ reason: 'address' })
})
