import { tileAddress } from '../../core/aoi/map/tile-address.ts'
import { tilesInView } from '../../map/tiles-in-view.ts'
import type { View } from '../../map/view.ts'
import { aoiQueryOf } from '../../screens/workspace/aoi-query.ts'
import { NARROW_PX } from '../../ui/theme/narrow.ts'
import type { FirstView } from './addresses.ts'

/** The frame around the map, as Workspace.module.css has it; phones have no footer. */
const HEADER_PX = 56
const FOOTER_PX = 48
/** What one request may ask for. On a huge screen the map asks for its outer tiles itself. */
const MOST_TILES = 20

/** The tiles that the map of the workspace will ask for first. One too many or missing costs only time. */
export const firstTiles = (
  { path, workspace, today }: FirstView,
  view: View,
  { innerWidth, innerHeight }: { innerWidth: number; innerHeight: number },
): string[] => {
  const height = innerHeight - HEADER_PX - (innerWidth < NARROW_PX ? 0 : FOOTER_PX)
  const query = aoiQueryOf(workspace, path, today)
  return tilesInView(view, innerWidth, height)
    .slice(0, MOST_TILES)
    .map((tile) => tileAddress(query, tile))
}
