import { expect, test } from 'vitest'
import { boxesAround, fileNameOf } from './area.ts'
import { newestBuild } from './builds.ts'

test('an area extends the same distance in each direction, everywhere', () => {
  const [box, ...more] = boxesAround([35, 60], 111.32)
  expect([box?.map(Math.round), more]).toEqual([[33, 59, 37, 61], []])
})

test.each([179.2, -179.5])('an area across the date line is two boxes that meet there: %d', (lng) => {
  const [left, right, ...more] = boxesAround([lng, -18], 200)
  expect(more).toEqual([])
  expect([left?.[2], right?.[0]]).toEqual([180, -180])
  const width = (left ? left[2] - left[0] : 0) + (right ? right[2] - right[0] : 0)
  expect(width).toBeCloseTo((2 * 200) / 111.32 / Math.cos((18 * Math.PI) / 180), 6)
  expect([left?.[1], left?.[3]]).toEqual([right?.[1], right?.[3]])
})

test('the same area has the same file name, and every name becomes a plain one', () => {
  expect(fileNameOf('Haifa, Israel', [34.7, 32.5, 35.3, 33.1])).toBe('haifa-israel-34_70-32_50-35_30-33_10')
  expect(fileNameOf('../../חיפה', [-34.7, 32.5, 35.3, 33.1])).toBe('area-m34_70-32_50-35_30-33_10')
})

const answering =
  (text: string, status = 200) =>
  async (url: string) => ({
    status,
    headers: {},
    body: Buffer.from(text),
    url,
  })

test('the newest build of a supported schema is used', async () => {
  const list = [
    { key: '20260212.pmtiles', version: '4.13.7' },
    { key: '20260214.pmtiles', version: '4.13.7' },
    { key: '20260213.pmtiles', version: '4.13.7' },
    { key: '20260215.pmtiles', version: '5.0.0' },
    { key: '../20270101.pmtiles', version: '4.13.7' },
    'odd',
  ]
  expect(await newestBuild(answering(JSON.stringify(list)))).toBe('https://build.protomaps.com/20260214.pmtiles')
})

test.each([
  ['a page', answering('<html>')],
  ['an empty list', answering('[]')],
  ['an error', answering('[]', 500)],
])('%s instead of the list is said in one sentence', async (_, fetch) => {
  await expect(newestBuild(fetch)).rejects.toThrow('The map source returns errors.')
})
