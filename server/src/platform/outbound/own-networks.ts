import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { Problem } from '#contract'
import { isPublicAddress } from './address.ts'
import { checkTarget, OutboundError } from './target.ts'

/**
 * Wider subnets are ignored: no physical network is that wide, and the wide mask of a tunnel would refuse much of the
 * Internet.
 */
const SHORTEST_PREFIX = { ipv4: 8, ipv6: 32 }

const ownNetworks = (interfaces: ReturnType<typeof networkInterfaces>): BlockList => {
  const list = new BlockList()
  for (const { address, cidr } of Object.values(interfaces).flatMap((addresses) => addresses ?? [])) {
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addAddress(address, family)
    const prefix = Number(cidr?.split('/')[1] ?? Number.NaN)
    if (prefix >= SHORTEST_PREFIX[family]) list.addSubnet(address, prefix, family)
  }
  return list
}

/**
 * Whether an address is public and outside this machine's own networks, whose hosts may trust it. Interfaces can
 * change, so they are read at each call.
 */
export const isOutsideAddress = (address: string, interfaces = networkInterfaces): boolean =>
  isPublicAddress(address) && !ownNetworks(interfaces()).check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Refuses addresses that are obviously not public. Host names are resolved and checked at each request. */
export const requirePublicUrl = (url: string | undefined): void => {
  try {
    if (url !== undefined) checkTarget(new URL(url), isOutsideAddress, false)
  } catch (error) {
    if (error instanceof OutboundError) throw new Problem('invalid', { fields: { url: 'form.url' } })
    throw error
  }
}
