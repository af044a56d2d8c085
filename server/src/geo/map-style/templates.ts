export type TileId = { z: number; x: number; y: number }

const EXTENT = 20_037_508.342789244

const quadkeyOf = ({ z, x, y }: TileId): string => {
  let key = ''
  for (let bit = z - 1; bit >= 0; bit--) key += (Math.floor(x / 2 ** bit) % 2) + 2 * (Math.floor(y / 2 ** bit) % 2)
  return key
}

const boxOf = ({ z, x, y }: TileId): string => {
  const size = (2 * EXTENT) / 2 ** z
  const west = x * size - EXTENT
  const south = EXTENT - (y + 1) * size
  return [west, south, west + size, south + size].join()
}

export const fillTile = (template: string, tile: TileId, scheme: unknown, ratio: '' | '@2x'): string =>
  template
    .replaceAll('{prefix}', (tile.x % 16).toString(16) + (tile.y % 16).toString(16))
    .replaceAll('{z}', String(tile.z))
    .replaceAll('{x}', String(tile.x))
    .replaceAll('{y}', String(scheme === 'tms' ? 2 ** tile.z - tile.y - 1 : tile.y))
    .replaceAll('{ratio}', ratio)
    .replaceAll('{quadkey}', quadkeyOf(tile))
    .replaceAll('{bbox-epsg-3857}', boxOf(tile))

export const isTileId = ({ z, x, y }: TileId): boolean => x < 2 ** z && y < 2 ** z

/** Commas between the fonts of a stack stay unescaped, as in browsers. */
export const fillGlyphs = (template: string, fonts: string, range: string): string =>
  template
    .replaceAll('{fontstack}', () => encodeURIComponent(fonts).replaceAll('%2C', ','))
    .replaceAll('{range}', range)

/** Adds `@2x` and the file ending to the path of a sprite's address, before its query. */
export const fillSprite = (address: string, ending: string): string => {
  const url = new URL(address)
  url.pathname += ending
  return url.href
}
