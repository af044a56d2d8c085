import type { MapLanguage } from '../palette.ts'

/** Their tiles are made in MapLibre's worker, by `worldTiles`. */
export const worldSources = { far: 'world', near: 'world-near', places: 'world-places' } as const
export type WorldSource = keyof typeof worldSources

/** The one layer in each tile. */
export const worldLayer = 'world'

/** The last zoom of squares and places with tiles of its own; closer up the same tiles are drawn larger. */
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
