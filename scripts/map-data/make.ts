// Makes the files of the bundled world from packages: `world.json` (50m), `places.json` (what shows when zoomed out)
// and squares (10m and smaller places), so that nobody downloads a coast they do not look at.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
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

export async function makeMapData(folder: string): Promise<void> {
  const places = [...waters(), ...countries(await readCountries()), ...settlements()]
  const [far, near] = [true, false].map((isFar) => places.filter((place) => place[3] <= squaresFromZoom === isFar))
  const files = new Map<string, unknown>([
    ['world.json', packWorld(await readWorld('50m'))],
    ['places.json', far],
    ...squares(withCopies(await readWorld('10m')), near ?? []),
  ])
  await rm(folder, { recursive: true, force: true })
  await mkdir(path.join(folder, 'squares'), { recursive: true })
  for (const [name, data] of files) await writeFile(path.join(folder, name), JSON.stringify(data))
}

const largestSide = 60
const smallestSide = 3.75
/** Characters before compression, which brings them to about four tenths. */
const largestFile = 110_000

function squares(world: World, places: PackedPlace[]): [string, PackedSquare][] {
  return corners({ west: -180, south: -120, side: 360 }, largestSide)
    .filter(({ south }) => south < 90)
    .flatMap((square) => split(world, places, square))
}

/** One file for the square, or for each quarter of it where there is much to tell. */
function split(world: World, places: PackedPlace[], square: Square): [string, PackedSquare][] {
  const cut = cutSquare(world, square)
  const inside = places.filter((place) => isInside(place, square))
  if (cut.land.length + inside.length === 0) return []
  const packed: PackedSquare = { ...packSquare(cut, square), places: inside }
  if (JSON.stringify(packed).length <= largestFile || square.side <= smallestSide) {
    return [[`squares/${squareName(square)}.json`, packed]]
  }
  return corners(square, square.side / 2).flatMap((quarter) => split(cut, inside, quarter))
}

function corners({ west, south, side }: Square, step: number): Square[] {
  const offsets = Array.from({ length: side / step }, (_, i) => i * step)
  return offsets.flatMap((dx) => offsets.map((dy) => ({ west: west + dx, south: south + dy, side: step })))
}

function isInside([, x, y]: PackedPlace, { west, south, side }: Square): boolean {
  const [lng, lat] = [x / placePerDegree, y / placePerDegree]
  return lng >= west && lng < west + side && lat >= south && lat < south + side
}
