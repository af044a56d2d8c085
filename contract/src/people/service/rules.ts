import type { LngLat } from '../../platform/kit/schema.ts'
import type { HomeArea } from './schema.ts'

/** Degrees of latitude to each side of the centre, enough for a town and its surroundings. */
const REACH = 0.07

export const areaAround = ([lng, lat]: LngLat): HomeArea => {
  const reachLng = REACH / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  const rounded = (degrees: number) => Number(degrees.toFixed(4))
  return [
    rounded(Math.max(-180, lng - reachLng)),
    rounded(Math.max(-90, lat - REACH)),
    rounded(Math.min(180, lng + reachLng)),
    rounded(Math.min(90, lat + REACH)),
  ]
}
