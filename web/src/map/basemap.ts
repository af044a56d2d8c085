import type { LayerSpecification, Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import type { TileSet } from '#contract'
import type { MapLanguage, MapTheme } from './palette.ts'
import { provideDots } from './world/dots.ts'
import { feedWorld } from './world/feedWorld.ts'
import { worldLayers, worldStyle } from './world/worldStyle.ts'

export interface BasemapConfig {
  styleUrl?: string | null
  /** The server's own tiles, drawn over the bundled world. */
  tileSets?: readonly TileSet[]
}

export interface Basemap {
  style: StyleSpecification
  /** The same layers in another theme; absent for an external style, which has one theme. */
  layersFor?: (theme: MapTheme) => LayerSpecification[]
  /** Draws the icons of points; the returned function redraws them in another theme. */
  provideSigns?: (map: MapLibre, theme: MapTheme) => (theme: MapTheme) => void
  /** Starts loading data for the visible area; returns a function that stops the loading. */
  feed?: (map: MapLibre) => () => void
}

/** Enough for a slow connection, and a tolerable wait if a firewall drops the request. */
const styleTimeoutMs = 4000

/** The configured style if it is reachable; else the bundled world with the server's own tiles above. */
export async function chooseBasemap(
  { styleUrl, tileSets = [] }: BasemapConfig,
  theme: MapTheme,
  language: MapLanguage,
): Promise<Basemap> {
  const foreign = styleUrl ? await fetchStyle(styleUrl) : undefined
  if (foreign) return { style: foreign }
  if (tileSets.length === 0) return worldBasemap(theme, language)
  const { streetsBasemap } = await import('./streets/streetsBasemap.ts')
  return streetsBasemap(tileSets, theme, language)
}

const worldBasemap = (theme: MapTheme, language: MapLanguage): Basemap => ({
  style: worldStyle(theme, language),
  layersFor: (other) => worldLayers(other, language),
  provideSigns: provideDots,
  feed: (map) => feedWorld(map),
})

/** Undefined if the style cannot be loaded; the caller then uses the bundled world. */
export async function fetchStyle(url: string): Promise<StyleSpecification | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(styleTimeoutMs) })
    const style: unknown = answer.ok ? await answer.json() : undefined
    return isStyle(style) ? withWholeAddresses(style, new URL(url, location.href)) : undefined
  } catch {
    return undefined
  }
}

/** Styles may use relative addresses; MapLibre needs absolute ones. */
function withWholeAddresses({ sprite, glyphs, sources, ...style }: StyleSpecification, base: URL): StyleSpecification {
  // `URL` escapes the braces of `{z}`, which must stay.
  const resolve = (address: string) => new URL(address, base).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
  const whole = <T>(address: T): T =>
    (typeof address === 'string' && !/^[a-z][a-z\d+.-]*:/i.test(address) ? resolve(address) : address) as T
  const wholeSource = (source: Record<string, unknown>) => ({
    ...source,
    ...('url' in source && { url: whole(source.url) }),
    ...('data' in source && { data: whole(source.data) }),
    ...(Array.isArray(source.tiles) && { tiles: source.tiles.map(whole) }),
  })
  return {
    ...style,
    ...(sprite && {
      sprite: Array.isArray(sprite) ? sprite.map(({ id, url }) => ({ id, url: whole(url) })) : whole(sprite),
    }),
    ...(glyphs && { glyphs: whole(glyphs) }),
    sources: Object.fromEntries(
      Object.entries(sources).map(([name, source]) => [name, wholeSource(source as Record<string, unknown>)]),
    ) as StyleSpecification['sources'],
  }
}

const isStyle = (value: unknown): value is StyleSpecification =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 8 &&
  'sources' in value &&
  'layers' in value &&
  Array.isArray(value.layers)

/** Changes the basemap's colours without removing layers, so that the overlays stay. */
export function repaint(map: MapLibre, layers: LayerSpecification[]): void {
  for (const { id, paint = {} } of layers) {
    for (const [property, value] of Object.entries(paint)) {
      map.setPaintProperty(id, property as 'fill-color', value)
    }
  }
}
