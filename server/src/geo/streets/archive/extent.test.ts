import { zxyToTileId } from 'pmtiles'
import { expect, test } from 'vitest'
import { collectExtent } from './extent.ts'

const entry = (tileId: number, runLength = 1) => ({ tileId, runLength, offset: 0, length: 1 })

test('the extent of an archive is that of its tiles at the last zoom', () => {
  const extent = collectExtent(15)
  expect(extent.result()).toBeUndefined()
  for (const [z, x, y] of [[0, 0, 0], [2, 1, 1], [2, 2, 2]] as const) extent.add(entry(zxyToTileId(z, x, y))) // biome-ignore format: a table
  expect(extent.result()).toEqual({ zoom: 2, box: [-90, expect.closeTo(-66.51, 2), 90, expect.closeTo(66.51, 2)] })
})

test('a run of tiles has the extent of its tiles one by one', () => {
  const start = zxyToTileId(6, 20, 30)
  const whole = collectExtent(6)
  const single = collectExtent(6)
  whole.add(entry(start + 3, 501))
  for (let at = start + 3; at < start + 504; at++) single.add(entry(at))
  expect(whole.result()).toEqual(single.result())
})

test('a run over all zooms, or longer than the world, ends at the last zoom', () => {
  const extent = collectExtent(20)
  extent.add(entry(0, 2 ** 50))
  expect(extent.result()).toEqual({
    zoom: 20,
    box: [-180, expect.closeTo(-85.05, 2), 180, expect.closeTo(85.05, 2)],
  })
})
