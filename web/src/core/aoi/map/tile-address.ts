import { aoiApi, BASE_PATH } from '#contract'
import type { Tile } from '../../../map/tiles-in-view.ts'
import type { AoiQuery } from '../data.ts'

/** The address of tiles with this filter, as MapLibre takes it: `{z}`, `{x}` and `{y}` stand for the tile. */
export const tileTemplate = ({ sort, order, near, ...filter }: AoiQuery): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, String(value))
  return `${BASE_PATH}${aoiApi.tile.path.replace(/:(\w+)/g, '{$1}')}?${search}`
}

/** The page may ask for a tile before the map is there, so both take its address from here. */
export const tileAddress = (query: AoiQuery, { z, x, y }: Tile): string =>
  tileTemplate(query).replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))

const [before = ''] = tileTemplate({}).split('{')
export const isTileAddress = (address: string): boolean => address.startsWith(before)
