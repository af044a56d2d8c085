// Makes the files of the bundled world from packages: `world.json` (50m), `places.json` (places shown at low zooms) and
// squares (10m and smaller places), so that browsers download only the coasts that people look at.
import {
  type PackedPlace,
  type PackedSquare,
  placePerDegree,
  type Square,
  squareName,
  squaresFromZoom,
} from '../../web/src/map/world/packed.ts'
import { countries, settlements, waters } from './places.ts'
import { cutSquare, packSquare, packWorld, readCountries, readWorld, type World, withCopies } from './world.ts'

export async function makeMapData(): Promise<{ files: Map<string, unknown>; squares: string[] }> {
  const places = [...waters(), ...countries(await readCountries()), ...settlements()]
  const isFar = ([, , , fromZoom]: PackedPlace) => fromZoom <= squaresFromZoom
  const squares = split(
    withCopies(await readWorld('10m')),
    places.filter((place) => !isFar(place)),
  )
  const files = new Map<string, unknown>([
    ['world.json', packWorld(await readWorld('50m'))],
    ['places.json', places.filter(isFar)],
    ...squares.map(([name, square]): [string, PackedSquare] => [`${name}.json`, square]),
  ])
  return { files, squares: squares.map(([name]) => name) }
}

const largestSide = 60
const smallestSide = 3.75
/** Maximum number of characters in a file. Compression leaves about 40 %. */
const largestFile = 110_000

function split(world: World, places: PackedPlace[]): [name: string, PackedSquare][] {
  return corners({ west: -180, south: -120, side: 360 }, largestSide)
    .filter(({ south }) => south < 90)
    .flatMap((square) => splitSquare(world, places, square))
}

/** Returns one file for the square, or files of smaller squares where the data is dense. */
function splitSquare(world: World, places: PackedPlace[], square: Square): [name: string, PackedSquare][] {
  const cut = cutSquare(world, square)
  const inside = places.filter((place) => isInside(place, square))
  if (cut.land.length + inside.length === 0) return []
  const packed: PackedSquare = { ...packSquare(cut, square), places: inside }
  if (JSON.stringify(packed).length <= largestFile || square.side <= smallestSide) return [[squareName(square), packed]]
  return corners(square, square.side / 2).flatMap((quarter) => splitSquare(cut, inside, quarter))
}

function corners({ west, south, side }: Square, step: number): Square[] {
  const offsets = Array.from({ length: side / step }, (_, i) => i * step)
  return offsets.flatMap((dx) => offsets.map((dy) => ({ west: west + dx, south: south + dy, side: step })))
}

function isInside([, x, y]: PackedPlace, { west, south, side }: Square): boolean {
  const lng = x / placePerDegree
  const lat = y / placePerDegree
  return lng >= west && lng < west + side && lat >= south && lat < south + side
}
