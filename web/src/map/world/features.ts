import type { Feature, LineString, Point as PointGeometry, Polygon } from 'geojson'
import type { MapLanguage } from '../palette.ts'
import {
  type PackedLine,
  type PackedPlace,
  type PackedShapes,
  type PlaceKind,
  type Point,
  placeKinds,
  placePerDegree,
  unpackLine,
} from './packed.ts'

export type ShapeKind = 'land' | 'coast' | 'lake' | 'shore' | 'border' | 'state'
export type ShapeFeature = Feature<Polygon | LineString, { kind: ShapeKind }>

export interface PlaceProperties {
  kind: PlaceKind
  name: string
  fromZoom: number
  rank: number
}
export type PlaceFeature = Feature<PointGeometry, PlaceProperties>

/**
 * Shapes of a square get rounded corners, because they are seen close up. Their outlines are separate features, because
 * the square's edges are not coast.
 */
export function shapeFeatures(shapes: PackedShapes, isSquare: boolean): ShapeFeature[] {
  const { perDegree, frame } = shapes
  const [west, south, east, north] = frame
  const isOnFrame = ([x, y]: Point) => x <= west || x >= east || y <= south || y >= north
  const isCut = (a: Point, b: Point) =>
    (a[0] === b[0] && (a[0] === west || a[0] === east)) || (a[1] === b[1] && (a[1] === south || a[1] === north))
  // About 1 km. Corners are rounded only this far along an edge, so that long straight borders stay straight.
  const reach = isSquare ? perDegree / 100 : 0
  const inDegrees = (points: Point[]): Point[] => points.map(([x, y]) => [x / perDegree, y / perDegree])

  const areas = (polygons: PackedLine[][], kind: ShapeKind, outline: ShapeKind) =>
    polygons.flatMap((polygon): ShapeFeature[] => {
      const rings = polygon.map((ring) => round(unpackLine(ring), isOnFrame, reach))
      const outlines = isSquare ? rings.flatMap((ring) => uncut(ring, isCut)) : []
      return [
        feature({ type: 'Polygon', coordinates: rings.map(inDegrees) }, { kind }),
        ...outlines.map((line) => feature({ type: 'LineString', coordinates: inDegrees(line) }, { kind: outline })),
      ]
    })
  const lines = (all: PackedLine[], kind: ShapeKind) =>
    all.map((line) => {
      const points = round(unpackLine(line), isOnFrame, reach)
      return feature({ type: 'LineString', coordinates: inDegrees(points) }, { kind })
    })
  return [
    ...areas(shapes.land, 'land', 'coast'),
    ...areas(shapes.lakes, 'lake', 'shore'),
    ...lines(shapes.borders, 'border'),
    ...lines(shapes.states, 'state'),
  ]
}

const feature = <G extends ShapeFeature['geometry']>(geometry: G, properties: { kind: ShapeKind }) => ({
  type: 'Feature' as const,
  geometry,
  properties,
})

/** Rounds corners, each by at most `reach`. Fixed points and the ends of a line stay, so that squares still meet. */
export function round(points: Point[], isFixed: (point: Point) => boolean, reach: number): Point[] {
  const last = points.length - 1
  if (reach === 0 || last < 3) return points
  const isRing = isSame(points[0], points[last])
  const rounded: Point[] = []
  for (let i = 0; i < (isRing ? last : last + 1); i++) {
    const here = points[i] as Point
    const before = points[i - 1] ?? (isRing ? points[last - 1] : undefined)
    const after = points[i + 1]
    if (!before || !after || isFixed(here)) rounded.push(here)
    else rounded.push(towards(here, before, reach), towards(here, after, reach))
  }
  return isRing ? [...rounded, rounded[0] as Point] : rounded
}

function towards(from: Point, to: Point, reach: number): Point {
  const dx = to[0] - from[0]
  const dy = to[1] - from[1]
  const part = Math.min(0.25, reach / Math.hypot(dx, dy))
  return [from[0] + dx * part, from[1] + dy * part]
}

const isSame = (a: Point | undefined, b: Point | undefined) => a?.[0] === b?.[0] && a?.[1] === b?.[1]

/** The parts of an outline that are coast, without the cuts along the edge of the square. */
export function uncut(ring: Point[], isCut: (a: Point, b: Point) => boolean): Point[][] {
  const runs: Point[][] = []
  let run: Point[] | undefined
  for (let i = 1; i < ring.length; i++) {
    const [from, to] = [ring[i - 1], ring[i]] as [Point, Point]
    if (isCut(from, to)) run = undefined
    else if (run) run.push(to)
    else {
      run = [from, to]
      runs.push(run)
    }
  }
  return runs
}

/** Places are ranked by their order, from `firstRank`. */
export function placeFeatures(
  places: PackedPlace[],
  nameOf: (place: PackedPlace) => string,
  firstRank = 0,
): PlaceFeature[] {
  return places.map((place, i) => {
    const [, x, y, fromZoom, kind] = place
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [x / placePerDegree, y / placePerDegree] },
      properties: { kind: placeKinds[kind] ?? 'town', name: nameOf(place), fromZoom, rank: firstRank + i },
    }
  })
}

/** Additions to country names that are too long for a map: Hong Kong SAR China, Myanmar (Burma). */
const explanation = / SAR China$|\s*\(.*\)$/

export function placeNamer(language: MapLanguage) {
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  return ([name, , , , kind, hebrew]: PackedPlace): string => {
    if (placeKinds[kind] === 'country') return (regions.of(name) ?? name).replace(explanation, '')
    const names: Partial<Record<MapLanguage, string | undefined>> = { he: hebrew }
    return names[language] || name
  }
}
