import { expect, test } from 'vitest'
import type { AoiStatus, AoiSummary } from '#contract'
import { sensorItems, severityCounts } from './items.ts'

const area = (_id: string, status: AoiStatus) =>
  ({ _id, address: null, properties: { name: _id, status, creationTime: '2026-03-05T12:00:00Z' } }) as AoiSummary
const areas = [area('calm', 'OK'), area('burning', 'ALERT'), area('silent', 'ERROR')]
const keys = (order?: { sort: 'name'; order: 'asc' }) =>
  sensorItems({ areas, sensors: [] }, { tab: 'all', find: '', closed: new Set(), ...(order && { order }) })
    .filter(({ kind }) => kind === 'area')
    .map(({ key }) => key)

test('areas in alert come first unless another order was chosen', () => {
  expect(keys()).toEqual(['burning', 'silent', 'calm'])
  expect(keys({ sort: 'name', order: 'asc' })).toEqual(['burning', 'calm', 'silent'])
})

test('areas are counted by severity, the worst first', () => {
  expect(severityCounts(['ok', 'alert', 'ok'])).toEqual([
    ['alert', 1],
    ['error', 0],
    ['ok', 2],
  ])
})
