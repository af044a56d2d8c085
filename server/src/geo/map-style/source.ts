import { cleanRichText } from '../../platform/kit/rich-text.ts'
import type { ReadJson } from './upstream.ts'

export type UpstreamSource =
  | {
      kind: 'tiles'
      type: 'vector' | 'raster' | 'raster-dem'
      encoding: unknown
      templates: string[]
      scheme: unknown
      base: string
    }
  | { kind: 'geojson' | 'image'; url: string }

export type Source = { shown: Record<string, unknown>; upstream?: UpstreamSource }

type StyleSource = { name: string; source: Record<string, unknown>; base: string; root: string }

const tileKeys = ['minzoom', 'maxzoom', 'bounds', 'tileSize', 'encoding', 'sparse', 'promoteId', 'volatile']
tileKeys.push('redFactor', 'greenFactor', 'blueFactor', 'baseShift')
const geojsonKeys = ['data', 'maxzoom', 'buffer', 'filter', 'tolerance', 'cluster', 'clusterRadius', 'clusterMaxZoom']
geojsonKeys.push('clusterMinPoints', 'clusterProperties', 'lineMetrics', 'generateId', 'promoteId')

const pick = (from: Record<string, unknown>, keys: readonly string[]) => ({
  ...Object.fromEntries(keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]]))),
  // MapLibre inserts the attribution as HTML.
  ...(typeof from.attribution === 'string' && { attribution: cleanRichText(from.attribution.slice(0, 5000)) }),
})

/** Reads the TileJSON of a source, if any. Values of the style take precedence over those of the TileJSON. */
const readDescription = async (readJson: ReadJson, { source, base }: StyleSource) => {
  if (typeof source.url !== 'string' || source.tiles !== undefined) return { all: source, base }
  const address = URL.parse(source.url, base)?.href
  if (!address) return undefined
  const { value, url } = await readJson('tileJson', address)
  return { all: { ...(value as Record<string, unknown>), ...source }, base: url }
}

const openTiles = async (readJson: ReadJson, type: 'vector' | 'raster' | 'raster-dem', styleSource: StyleSource) => {
  const { name, root } = styleSource
  const description = await readDescription(readJson, styleSource).catch(() => undefined)
  if (!description) return undefined
  const { all, base } = description
  const templates = Array.isArray(all.tiles) ? all.tiles.filter((tile) => typeof tile === 'string') : []
  if (templates.length === 0) return undefined
  const ratio = templates.some((template) => template.includes('{ratio}')) ? '?ratio={ratio}' : ''
  const tiles = [`${root}/tiles/${encodeURIComponent(name)}/{z}/{x}/{y}${ratio}`]
  return {
    shown: { type, ...pick(all, tileKeys), tiles },
    upstream: { kind: 'tiles' as const, type, encoding: all.encoding, templates, scheme: all.scheme, base },
  }
}

/** Undefined for unsupported sources and unreadable descriptions. */
export const openSource = async (readJson: ReadJson, styleSource: StyleSource): Promise<Source | undefined> => {
  const { name, source, base, root } = styleSource
  if (encodeURIComponent(name).length > 200 || name === '') return undefined
  const { type } = source
  switch (type) {
    case 'vector':
    case 'raster':
    case 'raster-dem':
      return openTiles(readJson, type, styleSource)
    case 'geojson': {
      const shown = { type, ...pick(source, geojsonKeys) }
      if (typeof source.data !== 'string') return { shown }
      const url = URL.parse(source.data, base)?.href
      return url
        ? { shown: { ...shown, data: dataAddress(root, name) }, upstream: { kind: 'geojson', url } }
        : undefined
    }
    case 'image': {
      const url = URL.parse(String(source.url), base)?.href
      const shown = { type, coordinates: source.coordinates, url: dataAddress(root, name) }
      return url ? { shown, upstream: { kind: 'image', url } } : undefined
    }
    default:
      return undefined
  }
}

const dataAddress = (root: string, name: string) => `${root}/data/${encodeURIComponent(name)}`
