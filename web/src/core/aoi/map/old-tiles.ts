import type { LiveMessage } from '#contract'
import { forgetEarly } from '../../../api/early-requests.ts'
import { isTileAddress } from './tile-address.ts'

/** Messages after which tiles may be others. */
export const changesTiles: ReadonlySet<LiveMessage['type']> = new Set([
  'AOI_CREATED',
  'AOI_UPDATED',
  'SERVICE_UPDATED',
  'RESYNC',
])

/** Until the map is there it cannot refresh its tiles: those that the page asked for are then asked for anew. */
export const forgetOldTiles = ({ type }: LiveMessage): void => {
  if (changesTiles.has(type)) forgetEarly(isTileAddress)
}
