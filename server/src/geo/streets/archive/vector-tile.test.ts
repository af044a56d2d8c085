import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { vectorTile } from '../../../testing/tile-archive.ts'
import { StreetsError } from '../error.ts'
import { checkVectorTile, readVectorTile } from './vector-tile.ts'

const tile = gunzipSync(
  vectorTile({
    roads: [
      { type: 'line', at: [[0, 0], [2048, 1024], [4096, -40]], properties: { name: 'Main', kind: 'major_road', rank: 7, height: -3, wide: 2.5 } }, // biome-ignore format: one line
      { type: 'line', at: [[10, 10], [20, 20]], properties: { name: 'Side' } }, // biome-ignore format: one line
    ],
    earth: [{ type: 'area', at: [[0, 0], [4096, 0], [4096, 4096]], properties: { kind: 'earth' } }], // biome-ignore format: one line
    places: [{ type: 'point', at: [[1024, 3072]], properties: { name: 'חיפה' } }],
  }),
)
const readAll = (bytes: Buffer) => {
  for (const { features } of readVectorTile(bytes, () => true)) for (const { parts } of features) parts()
}
const reasonOf = (bytes: Buffer, check: (bytes: Buffer) => void = checkVectorTile) => {
  try {
    check(bytes)
    return 'read'
  } catch (error) {
    return error instanceof StreetsError ? error.reason : String(error)
  }
}

test('reads layers, properties of every kind and geometries as written', () => {
  const layers = readVectorTile(tile, () => true)
  expect(layers.map(({ name }) => name)).toEqual(['roads', 'earth', 'places'])
  const [main, side] = layers[0]?.features ?? []
  expect(main).toMatchObject({ type: 'line', properties: { name: 'Main', rank: 7, height: -3, wide: 2.5 } })
  expect(main?.parts().map((part) => [...part])).toEqual([[0, 0, 0.5, 0.25, 1, -40 / 4096]])
  expect(side?.properties).toEqual({ name: 'Side' })
  expect(layers[1]?.features[0]?.type).toBe('polygon')
  expect(layers[2]?.features[0]?.properties.name).toBe('חיפה')
  expect(readVectorTile(tile, (name) => name === 'places')).toHaveLength(1)
  expect(reasonOf(tile)).toBe('read')
  expect(reasonOf(Buffer.alloc(0))).toBe('read')
})

const layer = (...body: number[]) => Buffer.from([0x1a, body.length + 3, 0x0a, 1, 0x78, ...body])
const feature = (...body: number[]) => layer(0x12, body.length, ...body)

test.each<[string, Buffer]>([
  ['a layer longer than the tile', Buffer.from([0x1a, 100, 0x0a, 1, 0x78])],
  ['a number without end', Buffer.from([0x18, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1])],
  ['a field of an unknown form', Buffer.from([0x1b, 0])],
  ['a page instead', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a property that is not in its table', feature(0x12, 2, 5, 9, 0x18, 1)],
  ['an extent of zero', layer(0x28, 0)],
  ['a ring that is closed half a billion times', feature(0x18, 3, 0x22, 5, 0xff, 0xff, 0xff, 0xff, 0x0f)],
  ['a line of a billion points in six bytes', feature(0x18, 2, 0x22, 6, 0xfa, 0xff, 0xff, 0xff, 0x0f, 1)],
])('a tile with %s is refused', (_, bytes) => {
  expect(reasonOf(bytes)).toBe('broken')
})

test('a tile cut anywhere or with any changed byte is read or refused, without other errors', () => {
  const outcomes = new Set<string>()
  for (let at = 0; at < tile.length; at++) {
    outcomes.add(reasonOf(tile.subarray(0, at)))
    for (const value of [0, 0x7f, 0xff]) {
      const changed = Buffer.from(tile)
      changed[at] = value
      outcomes.add(reasonOf(changed))
      // The check and the readers reject the same bytes.
      expect([at, value, reasonOf(changed)]).toEqual([at, value, reasonOf(changed, readAll)])
    }
  }
  expect([...outcomes].sort()).toEqual(['broken', 'read'])
})
