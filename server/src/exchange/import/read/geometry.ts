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
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
}

/** GeoJSON as well-known text, `POINT (34.78 32.08)`, without heights; empty for other values. */
export const wellKnownText = (geometry: unknown): string => {
  const { type, coordinates, geometries } = (geometry ?? {}) as Record<string, unknown>
  if (type === 'GeometryCollection' && Array.isArray(geometries)) return wellKnownText(geometries[0])
  const depth = depths[String(type)]
  if (depth === undefined) return ''
  const text = listText(coordinates, depth)
  return text === '' ? '' : `${String(type).toUpperCase()} ${depth === 0 ? `(${text})` : text}`
}
