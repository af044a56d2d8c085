import { type Entry, tileIdToZxy, zxyToTileId } from 'pmtiles'
import type { Box } from '#contract'

type Span = { left: number; top: number; right: number; bottom: number }

/** Splits a run of ids into squares of tiles, because ids follow a Hilbert curve, which fills square after square. */
function* squaresOf(first: number, end: number, zoom: number) {
  const zoomStart = zxyToTileId(zoom, 0, 0)
  for (let at = first - zoomStart; at < end - zoomStart; ) {
    let steps = 0
    let size = 1
    while (steps < zoom && at % (size * 4) === 0 && at + size * 4 <= end - zoomStart)
      [steps, size] = [steps + 1, size * 4]
    const [, x, y] = tileIdToZxy(zxyToTileId(zoom - steps, 0, 0) + at / size)
    const side = 2 ** steps
    yield { left: x * side, top: y * side, right: (x + 1) * side, bottom: (y + 1) * side }
    at += size
  }
}

const longitudeOf = (x: number, zoom: number) => (x / 2 ** zoom) * 360 - 180
const latitudeOf = (y: number, zoom: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI

/**
 * Collects the extent of an archive's deepest tiles, because its header may claim anything. A run of any length takes a
 * few steps.
 */
export const collectExtent = (maxZoom: number) => {
  const starts = Array.from({ length: maxZoom + 2 }, (_, zoom) => zxyToTileId(zoom, 0, 0))
  let found: (Span & { zoom: number }) | undefined

  const addAt = (zoom: number, first: number, end: number) => {
    for (const { left, top, right, bottom } of squaresOf(first, end, zoom)) {
      const known = found?.zoom === zoom ? found : { zoom, left, top, right, bottom }
      found = {
        zoom,
        left: Math.min(known.left, left),
        top: Math.min(known.top, top),
        right: Math.max(known.right, right),
        bottom: Math.max(known.bottom, bottom),
      }
    }
  }

  return {
    add({ tileId, runLength }: Entry) {
      for (let zoom = found?.zoom ?? 0; zoom <= maxZoom; zoom++) {
        const [from = 0, to = 0] = [starts[zoom], starts[zoom + 1]]
        const first = Math.max(from, tileId)
        const end = Math.min(to, tileId + runLength)
        if (first < end) addAt(zoom, first, end)
      }
    },
    /** Undefined if the archive has no tile. */
    result(): { zoom: number; box: Box } | undefined {
      if (!found) return undefined
      const { zoom, left, top, right, bottom } = found
      const box: Box = [
        longitudeOf(left, zoom),
        latitudeOf(bottom, zoom),
        longitudeOf(right, zoom),
        latitudeOf(top, zoom),
      ]
      return { zoom, box }
    },
  }
}
