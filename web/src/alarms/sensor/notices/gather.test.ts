import { expect, test } from 'vitest'
import type { LiveMessage } from '#contract'
import { mergeNotices, readNotices } from './gather.ts'

const sensors = (...changes: [string, string][]): LiveMessage => ({
  type: 'SENSOR_UPDATED',
  serviceId: 's',
  sensorId: '1',
  changed: changes.length,
  changes: changes.map(([name, state]) => ({ sensorId: name, name, state })),
})
const areas = (...statuses: [string, 'OK' | 'ALERT' | 'ERROR'][]): LiveMessage => ({
  type: 'AOI_UPDATED',
  serviceId: 's',
  aoiIds: [],
  statuses: statuses.map(([name, status]) => ({ aoiId: name, name, status })),
})

test('reports sensors that are not READY and areas that are not in ERROR', () => {
  const messages = [sensors(['Gate', 'ALARM'], ['Pier', 'READY']), areas(['Port', 'ERROR'], ['Field', 'OK'])]
  expect(mergeNotices(messages.map(readNotices))).toEqual([
    { what: 'ALARM', name: 'Gate', isAlarm: true },
    { what: 'OK', name: 'Field', isAlarm: false },
  ])
})

test('readings alone cause no notice', () => {
  expect(
    mergeNotices([readNotices({ type: 'SENSOR_UPDATED', serviceId: 's', sensorId: '1', sensorIds: ['1'] })]),
  ).toEqual([])
})

test('many changes become one notice with a count', () => {
  const storm = { ...sensors(['A', 'NOCOMM'], ['B', 'ALARM']), changed: 400 } as LiveMessage
  expect(mergeNotices([readNotices(storm)])).toEqual([{ count: 400, isAlarm: true }])
})
