/**
 * Maximum number of points of a line. A day's track would be too long for a cell, and only the centre of a line is
 * used.
 */
const MOST_POINTS = 1_000

/** Evenly spaced points of a line, with the first one. */
const thinned = <T>(points: readonly T[]): readonly T[] => {
  const step = Math.ceil(points.length / MOST_POINTS)
  return step < 2 ? points : points.filter((_, index) => index % step === 0)
}

/** Pairs such as `34.78 32.08` as a line of well-known text; empty if there are none. */
export const lineText = (pairs: readonly string[]): string =>
  pairs.length === 0 ? '' : `LINESTRING (${thinned(pairs).join(', ')})`

type Position = [number, number]

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length >= 2 && value.every((part) => typeof part === 'number')

const pair = ([x, y]: Position) => `${x} ${y}`

const listText = (value: unknown, depth: number): string => {
  if (!Array.isArray(value)) return ''
  if (depth === 0) return isPosition(value) ? pair(value) : ''
  return `(${value.map((part) => listText(part, depth - 1)).join(', ')})`
}

/** Nesting depth of the positions of each geometry. */
const depths: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
}

/** GeoJSON as well-known text, `POINT (34.78 32.08)`, without heights; empty for other values. */
export const wellKnownText = (geometry: unknown): string => {
  const { type, coordinates, geometries } = (geometry ?? {}) as Record<string, unknown>
  // A collection inside a collection is not read.
  if (type === 'GeometryCollection' && Array.isArray(geometries))
    return wellKnownText(geometries.find((one) => one?.type !== 'GeometryCollection'))
  if (type === 'LineString' && Array.isArray(coordinates)) return lineText(coordinates.filter(isPosition).map(pair))
  const depth = depths[String(type)]
  if (depth === undefined) return ''
  const text = listText(coordinates, depth)
  return text === '' ? '' : `${String(type).toUpperCase()} ${depth === 0 ? `(${text})` : text}`
}
