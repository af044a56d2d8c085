import { guardedFetch } from '../outbound/guard.ts'
import { originOf } from './origin.ts'

type Style = { sprite?: unknown; glyphs?: unknown; sources?: Record<string, { url?: unknown; tiles?: unknown }> }

const originsOf = (address: unknown): string[] => {
  const origin = typeof address === 'string' ? originOf(address.replace(/\{\w+\}/g, '0')) : undefined
  return origin ? [origin] : []
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
export const mapHostsOf = async (styleUrl: string | undefined, { trusted = true } = {}): Promise<string[]> => {
  if (!styleUrl) return []
  const hosts = new Set(originsOf(styleUrl))
  const add = (address: unknown) => originsOf(address).forEach((host) => void hosts.add(host))
  try {
    const style = (await readJson(styleUrl, trusted)) as Style
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

/** Whether an address leads to a map style; answers its name. */
export const tryStyle = async (url: string): Promise<string> => {
  const style = (await readJson(url, false)) as Style & { version?: unknown; layers?: unknown; name?: unknown }
  if (style.version !== 8 || !Array.isArray(style.layers)) throw new Error('not a map style')
  return typeof style.name === 'string' ? style.name : new URL(url).host
}

type Styles = {
  own: string | undefined
  entered: () => Promise<string[]>
  /** In offline mode nobody outside is asked, and no page draws what would come from there. */
  isOffline: () => Promise<boolean>
}

/** The origins of the server's style and of those that services have set, as they are now. */
export const watchMapHosts = async ({ own, entered, isOffline }: Styles) => {
  let fixed = (await isOffline()) ? undefined : await mapHostsOf(own)
  let hosts = fixed ?? []
  const refresh = async () => {
    if (await isOffline()) return
    fixed ??= await mapHostsOf(own)
    const found = await Promise.all((await entered()).map((url) => mapHostsOf(url, { trusted: false })))
    hosts = [...new Set([...fixed, ...found.flat()])]
  }
  return { hosts: () => hosts, refresh }
}
