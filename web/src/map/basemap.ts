import type { LayerSpecification, Map as MapLibre, StyleSpecification } from 'maplibre-gl'
import type { MapLanguage, MapTheme } from './palette.ts'
import { feedWorld } from './world/feedWorld.ts'
import { worldLayers, worldStyle } from './world/worldStyle.ts'

/** What the server's configuration offers; both may be missing. */
export interface BasemapConfig {
  styleUrl?: string | null
  /** On the page's own origin. */
  pmtilesUrl?: string | null
}

export interface Basemap {
  style: StyleSpecification
  /** The same layers in another theme; a foreign style has only its own. */
  layersFor?: (theme: MapTheme) => LayerSpecification[]
  /** Brings data as the view asks for it; answers what stops it. */
  feed?: (map: MapLibre, onProblem: (problem: unknown) => void) => () => void
}

/** Long enough for a slow line, short enough to wait for when a firewall swallows the request. */
const styleTimeoutMs = 4000

/** The configured style where it can be reached, the tiles file where there is one, and always the bundled world. */
export async function chooseBasemap(
  { styleUrl, pmtilesUrl }: BasemapConfig,
  theme: MapTheme,
  language: MapLanguage,
): Promise<Basemap> {
  const foreign = styleUrl ? await fetchStyle(styleUrl) : undefined
  if (foreign) return { style: foreign }
  const tiles = pmtilesUrl ? await tilesBasemap(pmtilesUrl, theme, language) : undefined
  return tiles ?? worldBasemap(theme, language)
}

const worldBasemap = (theme: MapTheme, language: MapLanguage): Basemap => ({
  style: worldStyle(theme, language),
  layersFor: (other) => worldLayers(other, language),
  feed: (map, onProblem) => feedWorld(map, language, onProblem),
})

async function tilesBasemap(url: string, theme: MapTheme, language: MapLanguage): Promise<Basemap | undefined> {
  try {
    const { openTiles } = await import('./tiles.ts')
    return await openTiles(new URL(url, location.href).href, theme, language)
  } catch {
    return undefined
  }
}

/** Nothing, without a word, when the style cannot be had: the bundled world is there for that. */
export async function fetchStyle(url: string): Promise<StyleSpecification | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(styleTimeoutMs) })
    const style: unknown = answer.ok ? await answer.json() : undefined
    return isStyle(style) ? withOrigin(style, new URL(url, location.href).origin) : undefined
  } catch {
    return undefined
  }
}

/** A style of our own server names paths; MapLibre asks for whole addresses. */
function withOrigin({ sprite, glyphs, sources, ...style }: StyleSpecification, origin: string): StyleSpecification {
  const whole = <T>(address: T): T =>
    (typeof address === 'string' && address.startsWith('/') ? origin + address : address) as T
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

/** Repaints the basemap's layers in place, so that everything else on the map stays. */
export function repaint(map: MapLibre, layers: LayerSpecification[]): void {
  for (const { id, paint = {} } of layers) {
    for (const [property, value] of Object.entries(paint)) {
      map.setPaintProperty(id, property as 'fill-color', value)
    }
  }
}
