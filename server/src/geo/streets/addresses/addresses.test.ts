import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AddressState, LngLat } from '#contract'
import { addMember, addService } from '../../../testing/people.ts'
import { testServer } from '../../../testing/server.ts'
import { tileArchive, vectorTile } from '../../../testing/tile-archive.ts'
import { openLibrary } from '../library.ts'
import { openStreetAddresses } from './addresses.ts'
import { toLngLat } from './geometry.ts'

const [z, x, y] = [15, 19_568, 13_221]
const size = 2 ** z
const at = (px: number, py: number, column = x): LngLat => toLngLat({ x: (column + px / 4096) / size, y: (y + py / 4096) / size }) // biome-ignore format: one line
const [[west, north], [east, south]] = [at(0, 0), at(4096, 4096, x + 1)]
const box = [west, south, east, north] as [number, number, number, number]

const herzl = { name: 'הרצל', 'name:en': 'Herzl Street', 'name:he': 'הרצל', script: 'Hebrew', kind: 'major_road' }
const balfour = { name: 'בלפור', 'name:en': 'Balfour Street', script: 'Hebrew', kind: 'minor_road' }
const house = (px: number, py: number, number: string) => ({ type: 'point' as const, at: [[px, py]] as [number, number][], properties: { kind: 'address', addr_housenumber: number } }) // biome-ignore format: one line

const westTile = vectorTile({
  roads: [
    { type: 'line', at: [[0, 1000], [1000, 1000], [4176, 1000]], properties: herzl },
    { type: 'line', at: [[1000, 100], [1000, 1000], [1000, 2500]], properties: balfour },
    { type: 'line', at: [[0, 3900], [4176, 3900]], properties: { kind: 'rail', name: 'Railway' } },
  ],
  buildings: [
    house(600, 920, '10'),
    house(700, 1080, '11'),
    house(1500, 920, '12'),
    house(1100, 1100, '1'),
    // The house's street is only in the next tile.
    house(4080, 3000, '77'),
  ],
  places: [
    { type: 'point', at: [[2000, 2000]], properties: { kind: 'neighbourhood', name: 'הדר', 'name:en': 'Hadar', script: 'Hebrew' } }, // biome-ignore format: one line
  ],
  pois: [{ type: 'point', at: [[2500, 2000]], properties: { kind: 'hospital', name: 'Rambam Hospital' } }],
}) // biome-ignore format: a map
const eastTile = vectorTile({
  roads: [
    { type: 'line', at: [[-80, 1000], [600, 1000]], properties: herzl },
    // Straight streets share no vertex where they cross.
    { type: 'line', at: [[2000, 2000], [3600, 2000]], properties: { kind: 'minor_road', name: 'Ninth Street', script: 'Latin' } },
    { type: 'line', at: [[3000, 1200], [3000, 2900]], properties: { kind: 'minor_road', name: 'Long Street', script: 'Latin' } },
    { type: 'line', at: [[200, 2000], [200, 4000]], properties: { kind: 'minor_road', name: 'Улица Мира', 'name:en': 'Mira Street', script: 'Cyrillic' } }, // biome-ignore format: one line
  ],
}) // biome-ignore format: a map
const archive = tileArchive(
  [
    { z, x, y, bytes: westTile },
    { z, x: x + 1, y, bytes: eastTile },
  ],
  { box },
)

const server = await testServer()
const home = await addService(server.db, 'Home')
const owner = server.as(await addMember(server.db, home, home.roleId, { type: 'Technician', isServerOwner: true }))
const folder = join(server.folder, 'streets')
const put = async (name: string, bytes: Buffer) => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.part`), bytes)
  await rename(join(folder, `${name}.part`), join(folder, `${name}.pmtiles`))
}
const states = async (): Promise<Record<string, AddressState>> =>
  Object.fromEntries(
    (await owner.get('/streets')).json().areas.map((area: { id: string; addresses: AddressState }) => [area.id, area.addresses]), // biome-ignore format: one line
  )
const untilState = (id: string, expected: AddressState) =>
  vi.waitFor(async () => expect((await states())[id]).toEqual(expected), { interval: 200, timeout: 120_000 })
const ready: AddressState = { state: 'ready', streets: 5, houses: 5 }
const reverse = async ([lng, lat]: LngLat, language = 'en'): Promise<string> =>
  (await owner.get(`/places/reverse?lng=${lng}&lat=${lat}&language=${language}`)).json().address
const search = async (text: string, language = 'en'): Promise<{ address: string; coordinates: LngLat }[]> =>
  (await owner.get(`/places/search?text=${encodeURIComponent(text)}&language=${language}&near=${at(0, 0)}`)).json()
const firstOf = async (text: string, language = 'en') => (await search(text, language))[0]?.address

beforeAll(async () => {
  await put('haifa', archive)
  await untilState('haifa', ready)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a point at a house has its number and the nearest named street, in the reader’s language', async () => {
  expect(await reverse(at(600, 940))).toBe('10 Herzl Street, Haifa')
  expect(await reverse(at(600, 940), 'he')).toBe('הרצל 10, חיפה')
})

test('a house that may belong to another street, or is farther away, is only near', async () => {
  expect(await reverse(at(1100, 1100))).toMatch(/^near 1 /)
  expect(await reverse(at(1690, 920))).toBe('near 12 Herzl Street, Haifa')
  expect(await reverse(at(1690, 920), 'he')).toBe('ליד הרצל 12, חיפה')
})

test('without a house, a point has its street and the nearest crossing', async () => {
  expect(await reverse(at(1000, 1800))).toBe('Balfour Street, Haifa')
  expect(await reverse(at(990, 700))).toBe('Balfour Street, near Herzl Street, Haifa')
  expect(await reverse(at(990, 700), 'he')).toBe('בלפור, ליד הרצל, חיפה')
  expect(await reverse(at(3900, 1300))).toBe('near Herzl Street, Haifa')
})

test('bundled places are used if no street is near', async () => {
  expect(await reverse(at(2600, 3900))).toBe('near Haifa, Israel')
})

test.each([
  ['Herzl Street 12, Haifa', '12 Herzl Street, Haifa'],
  ['12 herzl st', '12 Herzl Street, Haifa'],
  ['Herzl 12 Haifa', '12 Herzl Street, Haifa'],
  ['herzl, 12, haifa', '12 Herzl Street, Haifa'],
  // Number 14 does not exist, so the nearest number on the same side is used.
  ['Herzl Street 14', 'near 12 Herzl Street, Haifa'],
  // No house of the street is known, so only the street is named: its middle may be far from number 99.
  ['Balfour 99', 'Balfour Street, Haifa'],
  ['herz', 'Herzl Street, Haifa'],
  ['Balfour & Herzl', 'Balfour Street & Herzl Street, Haifa'],
  ['Herzl at Balfour, Haifa', 'Herzl Street & Balfour Street, Haifa'],
  ['Улица Мира', 'Mira Street, Haifa'],
  ['rambam', 'Rambam Hospital, Haifa'],
  ['hadar', 'Hadar, Haifa'],
])('%s is found', async (text, address) => {
  const places = await search(text)
  expect(places.map((place) => place.address)).toContain(address)
})

test.each([
  ['רחוב הרצל 12, חיפה', 'הרצל 12, חיפה'],
  ['בלפור פינת הרצל', 'בלפור פינת הרצל, חיפה'],
  ['הדר', 'הדר, חיפה'],
])('%s is found in Hebrew', async (text, address) => {
  expect((await search(text, 'he')).map((place) => place.address)).toContain(address)
})

test('places are where their house, crossing or street is', async () => {
  const [house12] = await search('Herzl Street 12, Haifa')
  const [crossing] = await search('Herzl & Balfour')
  for (const [found, expected] of [[house12, at(1500, 920)], [crossing, at(1000, 1000)]] as const) // biome-ignore format: a table
    for (const axis of [0, 1] as const) expect(found?.coordinates[axis]).toBeCloseTo(expected[axis], 5)
})

test('streets that share no vertex cross where their lines do', async () => {
  const [found] = await search('Ninth & Long')
  expect(found?.address).toBe('Ninth Street & Long Street, Haifa')
  const expected = at(3000, 2000, x + 1)
  for (const axis of [0, 1] as const) expect(found?.coordinates[axis]).toBeCloseTo(expected[axis], 5)
  expect(await reverse(at(3010, 2005, x + 1))).toMatch(/^(Ninth Street & Long|Long Street & Ninth) Street, Haifa$/)
})

test('a house at the edge of a tile belongs to the street beyond it', async () => {
  expect(await firstOf('Mira 77')).toBe('77 Mira Street, Haifa')
})

test('a city with the typed name precedes streets, and other cities are still found', async () => {
  expect(await firstOf('Haifa')).toMatch(/^Haifa/)
  expect(await firstOf('Reykjavik')).toMatch(/^Reykjav/)
  expect(await firstOf('Herzl Street 12, Reykjavik')).toMatch(/^Reykjav/)
})

test('addresses are built once, survive a restart, and are removed with their area', async () => {
  const file = join(folder, 'haifa.addresses')
  const { mtimeMs } = await stat(file)
  const log = { warn: () => {} }
  const addresses = openStreetAddresses({ folder, log })
  const library = openLibrary({ dataFolder: server.folder, log })
  await addresses.sync((await library.refresh()).areas)
  expect(addresses.stateOf({ id: 'haifa', kind: 'streets' })).toEqual(ready)
  expect(await addresses.search('herzl', { language: 'en', limit: 3 })).toHaveLength(1)
  const find = async (text: string) => {
    const found = await addresses.find(text, { language: 'en' })
    return found && `${found.address}${found.isOnlyArea ? ' (area)' : ''}`
  }
  expect(await find('Herzl Street 12, Haifa')).toBe('12 Herzl Street, Haifa')
  expect(await find('Hadar')).toBe('Hadar, Haifa')
  expect(await find('Hadar, 12')).toBe('Hadar, Haifa (area)')
  expect(await find('רחוב הדר')).toBe('Hadar, Haifa (area)')
  expect(await find('Rambam 3')).toBeUndefined()
  await addresses.stop()
  await library.stop()
  expect((await stat(file)).mtimeMs).toBe(mtimeMs)
})

test('a damaged or truncated address file is rebuilt', async () => {
  await writeFile(join(folder, 'copy.addresses'), 'cohesion addresses 1\n\xff\xff')
  await put('copy', archive)
  await untilState('copy', ready)
  expect((await owner.delete('/streets/copy')).statusCode).toBe(200)
  expect(await states()).not.toHaveProperty('copy')
  expect((await readdir(folder)).sort()).toEqual(['haifa.addresses', 'haifa.pmtiles'])
})

test('an area with an invalid tile has no addresses, and other areas keep theirs', async () => {
  const liar = gzipSync(Buffer.from([0x1a, 0x7f, 1]))
  await put('liar', tileArchive([{ z, x: x + 2, y, bytes: liar }], { box: [east, south, east + 0.01, north] }))
  await untilState('liar', { state: 'failed' })
  expect(await reverse(at(100, 100, x + 2))).toBe('near Haifa, Israel')
  expect(await firstOf('herzl 12')).toBe('12 Herzl Street, Haifa')
  await owner.delete('/streets/liar')
})

test('the more detailed of two overlapping areas is used', async () => {
  const far = { x: Math.floor(x / 2), y: Math.floor(y / 2) }
  const shape: [number, number][] = [[0, 2500], [4096, 2500]] // biome-ignore format: a line
  const bytes = vectorTile({ roads: [{ type: 'line', at: shape, properties: { ...herzl, 'name:en': 'Far Street' } }] })
  await put('far', tileArchive([{ z: 14, ...far, bytes }], { box: [west - 0.1, south - 0.1, east, north] }))
  await untilState('far', { state: 'ready', streets: 1, houses: 0 })
  expect(await reverse(at(600, 940))).toBe('10 Herzl Street, Haifa')
  await owner.delete('/streets/far')
})
