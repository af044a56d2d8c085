import { guardedFetch } from '../outbound/guard.ts'
import { originOf } from './origin.ts'

type Style = { sprite?: unknown; glyphs?: unknown; sources?: Record<string, { url?: unknown; tiles?: unknown }> }

const originsOf = (address: unknown): string[] => {
  const origin = typeof address === 'string' ? originOf(address.replace(/\{\w+\}/g, '0')) : undefined
  return origin ? [origin] : []
}

/**
 * `trusted`: whether the operator set the address, as for the style itself. Addresses inside the style are not trusted.
 */
const readJson = async (address: string, trusted: boolean): Promise<Record<string, unknown>> => {
  const { body } = await guardedFetch(address, { timeoutMs: 3000, trusted })
  return JSON.parse(body.toString()) as Record<string, unknown>
}

/**
 * Origins that a map style needs: its own, and those of its sprites, glyphs and tiles. If the style is unreachable,
 * only its own origin; the web then shows the bundled world map.
 */
const mapHostsOf = async (styleUrl: string): Promise<string[]> => {
  const hosts = new Set(originsOf(styleUrl))
  const add = (address: unknown) => originsOf(address).forEach((host) => void hosts.add(host))
  try {
    const style = (await readJson(styleUrl, true)) as Style
    add(style.sprite)
    add(style.glyphs)
    for (const source of Object.values(style.sources ?? {})) {
      add(source.url)
      const described = typeof source.url === 'string' ? await readJson(source.url, false).catch(() => ({})) : source
      const tiles = (described as { tiles?: unknown }).tiles
      if (Array.isArray(tiles)) tiles.forEach(add)
    }
  } catch {
    // The style is unreachable; the next refresh tries again.
  }
  return [...hosts]
}

type Options = {
  styleUrl: string | undefined
  isOffline: () => Promise<boolean>
}

export type MapHosts = ReturnType<typeof openMapHosts>

/** Origins of the server's own map style, for the content security policy of all pages. Services cannot add origins. */
export const openMapHosts = ({ styleUrl, isOffline }: Options) => {
  let hosts: string[] = []
  let isRead = styleUrl === undefined
  let reading: Promise<void> | undefined
  const read = async () => {
    if (styleUrl === undefined || (await isOffline())) return
    hosts = await mapHostsOf(styleUrl)
    isRead = true
  }
  const refresh = () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    hosts: () => hosts,
    refresh,
    /** Reads the style if it was never read, because offline mode may have ended since the start. */
    ensureRead: async () => {
      if (!isRead) await refresh()
    },
  }
}
