import { type View, zoomLimits } from './view.ts'

export type Tile = { z: number; x: number; y: number }

/** Tile size at its own zoom; larger between zooms. */
const TILE_PX = 512

/** Tiles that MapLibre requests for a view of this size, from the centre outwards. */
export const tilesInView = ({ center, zoom }: View, width: number, height: number): Tile[] => {
  const shown = Math.min(Math.max(zoom, zoomLimits.minZoom), zoomLimits.maxZoom)
  const z = Math.floor(shown)
  const count = 2 ** z
  const tilePx = TILE_PX * 2 ** (shown - z)
  const [x, y] = [mercatorX(center[0]) * count, mercatorY(center[1]) * count]
  const columns = range(x - width / 2 / tilePx, x + width / 2 / tilePx)
  const rows = range(y - height / 2 / tilePx, y + height / 2 / tilePx).filter((row) => row >= 0 && row < count)
  const fromMiddle = (tile: Tile) => Math.hypot(tile.x + 0.5 - x, tile.y + 0.5 - y)
  const around = columns
    .flatMap((column) => rows.map((row) => ({ z, x: column, y: row })))
    .sort((a, b) => fromMiddle(a) - fromMiddle(b))
    // East of the last column the world begins again.
    .map((tile) => ({ ...tile, x: ((tile.x % count) + count) % count }))
  return around.filter((tile, index) => around.findIndex(({ x, y }) => x === tile.x && y === tile.y) === index)
}

/** The whole numbers of the tiles that reach into a span. */
const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.ceil(to) - Math.floor(from) }, (_, index) => Math.floor(from) + index)

/** Both from 0 to 1, from the north-west corner of the map. */
const mercatorX = (lng: number): number => (lng + 180) / 360
const mercatorY = (lat: number): number => (1 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI) / 2
