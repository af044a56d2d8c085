import { slots } from '../../platform/kit/slots.ts'
import { byteCache } from './byte-cache.ts'
import { type OpenStyle, openStyle, readStyle } from './style.ts'
import { type Fetch, fetchResource, type ReadJson, type Resource, type ResourceKind } from './upstream.ts'

const STYLES_BYTES = 20_000_000
const RESOURCES_BYTES = 64_000_000
const STYLE_TTL_MS = 600_000
/** A style with a missing source is retried soon. */
const INCOMPLETE_TTL_MS = 30_000
const RESOURCE_TTL_MS = 3_600_000
const AT_ONCE = 16
const MAX_WAITING = 400

const readJsonWith =
  (fetch: Fetch): ReadJson =>
  async (kind, address) => {
    const { bytes, url } = await fetchResource(fetch, kind, address)
    return { value: JSON.parse(bytes.toString()), url }
  }

/**
 * Map styles in use and their resources, cached in memory. At most `AT_ONCE` resources of a style are fetched at the
 * same time.
 */
export const openMapStyles = (fetch: Fetch) => {
  const styles = byteCache<OpenStyle>(STYLES_BYTES)
  const resources = byteCache<Resource>(RESOURCES_BYTES)
  const turns = new Map<string, { take: ReturnType<typeof slots>; users: number }>()

  const inTurn = async <T>(token: string, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(token) ?? { take: slots(AT_ONCE, MAX_WAITING), users: 0 }
    turns.set(token, turn)
    turn.users++
    try {
      return await turn.take(work)
    } finally {
      if (--turn.users === 0) turns.delete(token)
    }
  }

  return {
    open: (token: string, styleUrl: string, root: string) =>
      styles(token, async () => {
        const value = await openStyle(readJsonWith(fetch), styleUrl, root)
        return { value, bytes: value.text.length * 3, ttlMs: value.isComplete ? STYLE_TTL_MS : INCOMPLETE_TTL_MS }
      }),

    fetch: (token: string, kind: ResourceKind, address: string) =>
      resources(`${token} ${kind} ${address}`, async () => {
        const value = await inTurn(token, () => fetchResource(fetch, kind, address))
        return { value, bytes: value.bytes.length + 500, ttlMs: RESOURCE_TTL_MS }
      }),
  }
}

export const tryStyle = async (fetch: Fetch, address: string): Promise<string> => {
  const { style, url } = await readStyle(readJsonWith(fetch), address)
  return style.name || new URL(url).host
}
