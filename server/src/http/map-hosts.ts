import { guardedFetch } from '../outbound/guard.ts'

type Style = { sprite?: unknown; glyphs?: unknown; sources?: Record<string, { url?: unknown; tiles?: unknown }> }

const originOf = (address: unknown): string[] => {
  if (typeof address !== 'string' || !/^https?:/.test(address)) return []
  try {
    return [new URL(address.replace(/\{\w+\}/g, '0')).origin]
  } catch {
    return []
  }
}

/** The style's own address was set by whoever runs the server; what it names was not. */
const readJson = async (address: string, trusted: boolean): Promise<Record<string, unknown>> => {
  const { body } = await guardedFetch(address, { timeoutMs: 3000, trusted })
  return JSON.parse(body.toString()) as Record<string, unknown>
}

/**
 * The origins that a map style needs: its own, and those of its sprites, glyphs and tiles. A style that cannot be reached
 * gives its own origin, and the web falls back to the bundled world.
 */
export const mapHostsOf = async (styleUrl: string | undefined): Promise<string[]> => {
  if (!styleUrl) return []
  const hosts = new Set(originOf(styleUrl))
  const add = (address: unknown) => originOf(address).forEach((host) => void hosts.add(host))
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
    // Not reachable now; nothing more to learn.
  }
  return [...hosts]
}
