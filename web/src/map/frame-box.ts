import type { Map as MapLibre } from 'maplibre-gl'
import type { Box } from '#contract'

const within = (value: number, most: number) => Math.round(Math.max(-most, Math.min(most, value)) * 1e4) / 1e4

/** Map view inside a margin in pixels, clipped at the date line and near the poles. */
export const boxInside = (map: Pick<MapLibre, 'getContainer' | 'unproject'>, margin: number): Box => {
  const { clientWidth: width, clientHeight: height } = map.getContainer()
  const { lng: west, lat: north } = map.unproject([margin, margin])
  const { lng: east, lat: south } = map.unproject([width - margin, height - margin])
  // The map repeats beyond the date line: uses the copy of the world that contains the frame's middle.
  const round = Math.round((west + east) / 2 / 360) * 360
  return [within(west - round, 180), within(south, 85), within(east - round, 180), within(north, 85)]
}
