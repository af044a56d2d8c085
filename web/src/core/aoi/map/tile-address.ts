import { aoiApi, BASE_PATH } from '#contract'
import type { AoiQuery } from '../data.ts'

/** The address of tiles with this filter, as MapLibre takes it: `{z}`, `{x}` and `{y}` stand for the tile. */
export const tileTemplate = ({ sort, order, near, ...filter }: AoiQuery): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, String(value))
  return `${BASE_PATH}${aoiApi.tile.path.replace(/:(\w+)/g, '{$1}')}?${search}`
}
