import { expect, test } from 'vitest'
import { tileTemplate } from '../../core/aoi/map/tile-address.ts'
import { aoiQueryOf } from '../../screens/workspace/aoi-query.ts'
import { firstTiles } from './tiles.ts'

const first = {
  path: '/',
  workspace: { filter: 'new', find: 'road & rail', sort: 'name' },
  today: '2026-11-16',
  hasMapView: true,
} as const
const view = { center: [-122.42, 37.77], zoom: 11 } as const
const [z, x, y] = [11, 327, 791]

test('the first tiles have the addresses that the map will ask for, with the filter of the list', () => {
  const template = tileTemplate(aoiQueryOf(first.workspace, '/', first.today))
  const address = template.replace('{z}', `${z}`).replace('{x}', `${x}`).replace('{y}', `${y}`)
  const [middle] = firstTiles(first, { ...view, center: [...view.center] }, { innerWidth: 390, innerHeight: 844 })
  expect(middle).toBe(address)
  expect(middle).toContain('type=new')
  expect(middle).toContain('search=road+%26+rail')
})

test('a huge screen asks for no more than one request may name', () => {
  const huge = { innerWidth: 7680, innerHeight: 4320 }
  expect(firstTiles(first, { ...view, center: [...view.center] }, huge)).toHaveLength(20)
})
