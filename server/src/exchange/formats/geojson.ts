import type { LngLat } from '#contract'
import type { Cell, Row, Writer } from './table.ts'

const isClockwise = (ring: readonly LngLat[]): boolean =>
  ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0]
    return sum + (nextX - x) * (nextY + y)
  }, 0) > 0

/** The outer ring goes counter-clockwise, and holes clockwise (RFC 7946). */
const wound = (rings: readonly (readonly LngLat[])[]) =>
  rings.map((ring, index) => (isClockwise(ring) === index > 0 ? ring : ring.toReversed()))

const geometryOf = ({ place, outline, outlines }: Row) => {
  if (outlines) return { type: 'MultiPolygon', coordinates: outlines.map(wound) }
  if (outline) return { type: 'Polygon', coordinates: wound(outline) }
  return place ? { type: 'Point', coordinates: place } : null
}

const value = (cell: Cell) => JSON.stringify(cell instanceof Date ? cell.toISOString() : (cell ?? null))

/** `keys`: property names as JSON strings. The text is joined by hand, because objects reorder numeric names. */
export const featureText = (row: Row, keys: readonly string[]): string => {
  const properties = keys.map((key, index) => `${key}:${value(row.cells[index])}`).join(',')
  return `{"type":"Feature","id":${JSON.stringify(row.id)},"geometry":${JSON.stringify(geometryOf(row))},"properties":{${properties}}}`
}

export const geojson: Writer = async function* ({ columns, pages }) {
  const keys = columns.map((title) => JSON.stringify(title))
  let separator = '{"type":"FeatureCollection","features":[\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield separator + rows.map((row) => featureText(row, keys)).join(',\n')
    separator = ',\n'
  }
  yield separator === ',\n' ? '\n]}\n' : `${separator}]}\n`
}
