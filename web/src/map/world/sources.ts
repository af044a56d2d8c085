import type { MapLanguage } from '../palette.ts'

/** Vector sources whose tiles `worldTiles` makes in MapLibre's worker. */
export const worldSources = { far: 'world', near: 'world-near', places: 'world-places' } as const
export type WorldSource = keyof typeof worldSources

export const worldLayer = 'world'

/** Last zoom with tiles of squares and places; at higher zooms these tiles are enlarged. */
export const lastTileZoom = 12

export const worldProtocol = 'world'

export const tileAddress = (source: WorldSource, language: MapLanguage) =>
  `${worldProtocol}://${source}/${language}/{z}/{x}/{y}`

export interface TileRequest {
  source: WorldSource
  language: MapLanguage
  z: number
  x: number
  y: number
}

export function tileOf(address: string): TileRequest {
  const [source, language, z, x, y] = address.slice(`${worldProtocol}://`.length).split('/')
  return { source: source as WorldSource, language: language as MapLanguage, z: Number(z), x: Number(x), y: Number(y) }
}
