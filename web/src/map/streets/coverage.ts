import type { ExpressionSpecification } from 'maplibre-gl'
import { areasIn, type Box, STREETS_FROM_ZOOM, type TileSet } from '#contract'
import type { View } from '../world/squares.ts'

const xOf = (longitude: number, tiles: number) => ((longitude + 180) / 360) * tiles
const yOf = (latitude: number, tiles: number) =>
  ((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * tiles
const longitudeOf = (x: number, tiles: number) => (x / tiles) * 360 - 180
const latitudeOf = (y: number, tiles: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / tiles))) * 180) / Math.PI

/**
 * Bounds of all tiles that a box touches at a zoom. Archives contain whole tiles, so streets reach beyond their box.
 */
export function coveredBox([west, south, east, north]: Box, zoom: number): Box {
  const tiles = 2 ** zoom
  const left = Math.floor(xOf(west, tiles))
  const right = Math.ceil(xOf(east, tiles))
  const top = Math.floor(yOf(north, tiles))
  const bottom = Math.ceil(yOf(south, tiles))
  return [longitudeOf(left, tiles), latitudeOf(bottom, tiles), longitudeOf(right, tiles), latitudeOf(top, tiles)]
}

/** Whether streets fill this view and hide the bundled world completely. */
export const isFilledBy =
  (tileSets: readonly TileSet[]) =>
  (view: View, zoom: number): boolean =>
    zoom >= STREETS_FROM_ZOOM &&
    tileSets
      .filter(({ kind }) => kind === 'streets')
      .flatMap(areasIn)
      .some(({ box, lastZoom }) => {
        const [west, south, east, north] = coveredBox(box, Math.min(Math.floor(zoom), lastZoom))
        return west <= view.west && south <= view.south && east >= view.east && north >= view.north
      })

const KM_PER_DEGREE = 111.32
/**
 * The bundled world and OpenStreetMap place a town's point up to a few kilometres apart. Without this margin, both
 * would label a town at the edge of the streets. The cost: a town that only the bundled world knows has no label there.
 */
const MARGIN_KM = 3

const widened = ([west, south, east, north]: Box): Box => {
  const high = MARGIN_KM / KM_PER_DEGREE
  const wide = high / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  return [west - wide, south - high, east + wide, north + high]
}

const ring = ([west, south, east, north]: Box) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

/** Filter for labels of the bundled world: true where no streets are drawn at the current zoom. */
export function outsideStreets(tileSets: readonly TileSet[]): ExpressionSpecification | undefined {
  const sets = tileSets.filter(({ kind }) => kind === 'streets')
  if (sets.length === 0) return undefined
  const lastZoom = Math.max(...sets.map(({ maxZoom }) => maxZoom))
  const areas = sets.flatMap(areasIn)
  const outsideAt = (zoom: number): ExpressionSpecification => {
    const boxes = areas.map(({ box, lastZoom }) => widened(coveredBox(box, Math.min(zoom, lastZoom))))
    return ['!', ['within', { type: 'MultiPolygon', coordinates: boxes.map((box) => [ring(box)]) }]]
  }
  const zooms = Array.from({ length: Math.max(1, lastZoom - STREETS_FROM_ZOOM + 1) }, (_, i) => STREETS_FROM_ZOOM + i)
  return [
    'case',
    ['<', ['zoom'], STREETS_FROM_ZOOM],
    true,
    ...zooms.slice(0, -1).flatMap((zoom) => [['<', ['zoom'], zoom + 1], outsideAt(zoom)]),
    outsideAt(zooms.at(-1) ?? STREETS_FROM_ZOOM),
  ] as unknown as ExpressionSpecification
}
