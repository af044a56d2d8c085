import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { expect, test, vi } from 'vitest'
import { type PackedPlace, type PackedShapes, type PackedSquare, type Point, packLine, placeKinds, squareName } from './packed.ts' // biome-ignore format: one line
import { tileAddress, tileOf, type WorldSource, worldLayer } from './sources.ts'
import { worldTiles } from './worldTiles.ts'

const city = placeKinds.indexOf('city')
const town = placeKinds.indexOf('town')

const box = (west: number, south: number, east: number, north: number, places: PackedPlace[] = []): PackedSquare => {
  const ring: Point[] = [[west, south], [east, south], [east, north], [west, north], [west, south]] // biome-ignore format: one line
  return { perDegree: 10, frame: [west * 10, south * 10, east * 10, north * 10], land: [[packLine(ring, 10)]], lakes: [], borders: [], states: [], places } // biome-ignore format: one line
}

const inWest = { west: -15, south: 0, side: 15 }
const inEast = { west: 0, south: 0, side: 15 }
const squares = [inWest, inEast].map((square) => ({ west: square.west, south: 0, east: square.west + 15, north: 15, name: squareName(square) })) // biome-ignore format: one line
const files: Record<string, unknown> = {
  world: box(-90, -45, 90, 45) satisfies PackedShapes,
  places: [
    ['Accra', -200, 5550, 3, city, 'אקרה'],
    ['Lagos', 3400, 6450, 3, city],
  ] satisfies PackedPlace[],
  [squareName(inWest)]: box(-15, 0, 0, 15, [['Tema', -17, 5670, 8, town]]),
  [squareName(inEast)]: box(0, 0, 15, 15, [['Ijebu Ode', 3920, 6820, 9, town]]),
}

const start = () => {
  const load = vi.fn(async (name: string) => files[name])
  const makeTile = worldTiles(load as <T>(name: string) => Promise<T>, squares)
  const tile = async (source: WorldSource, z: number, x: number, y: number, language: 'en' | 'he' = 'en') => {
    const { bytes, names } = await makeTile({ source, language, z, x, y })
    const layer = new VectorTile(new PbfReader(bytes)).layers[worldLayer]
    const features = Array.from({ length: layer?.length ?? 0 }, (_, index) => layer?.feature(index))
    return { names, kinds: features.map((feature) => feature?.properties.kind) }
  }
  return { tile, load }
}

test('the address contains the tile', () => {
  const address = tileAddress('places', 'he').replace('{z}/{x}/{y}', '5/16/15')
  expect(tileOf(address)).toEqual({ source: 'places', language: 'he', z: 5, x: 16, y: 15 })
})

test('zoomed out, the whole world is cut into tiles, with the names of that zoom', async () => {
  const { tile, load } = start()
  expect(await tile('far', 2, 1, 1)).toEqual({ names: [], kinds: ['land'] })
  expect((await tile('places', 2, 1, 1)).names).toEqual([])
  expect((await tile('places', 3, 3, 3)).names).toEqual(['Accra'])
  expect((await tile('places', 3, 3, 3, 'he')).names).toEqual(['אקרה'])
  expect(load.mock.calls).toEqual([['world'], ['places']])
})

test('zoomed in, only the squares that a tile touches are loaded, each once', async () => {
  const { tile, load } = start()
  // The tile covers 11.25° to 22.5° E and the eastern square ends at 15°.
  expect((await tile('near', 5, 17, 15)).kinds).toEqual(['land'])
  expect(load.mock.calls).toEqual([[squareName(inEast)]])
  // A tile that starts at Greenwich also needs the western square, whose lines may cross into it.
  await tile('near', 5, 16, 15)
  await tile('near', 6, 32, 31)
  expect(load.mock.calls).toEqual([[squareName(inEast)], [squareName(inWest)]])
})

test('small places come with their square, and the last tiles include places of higher zooms', async () => {
  const { tile } = start()
  expect((await tile('places', 8, 130, 123)).names).toEqual(['Lagos'])
  expect((await tile('places', 9, 261, 246)).names).toEqual(['Ijebu Ode'])
  const late = { ...files, places: [['Accra', -200, 5550, 14, city]] }
  const makeTile = worldTiles(
    (async (name: string) => late[name as 'places']) as <T>(name: string) => Promise<T>,
    squares,
  )
  const names = async (z: number, x: number, y: number) =>
    (await makeTile({ source: 'places', language: 'en', z, x, y })).names
  expect(await names(11, 1022, 992)).toEqual([])
  expect(await names(12, 2045, 1984)).toEqual(['Accra'])
})

test('a failed file is requested again', async () => {
  const { tile, load } = start()
  load.mockRejectedValueOnce(new Error('offline'))
  await expect(tile('far', 1, 0, 0)).rejects.toThrow('offline')
  expect((await tile('far', 1, 0, 0)).kinds).toEqual(['land'])
})
