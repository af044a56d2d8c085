import { expect, test } from 'vitest'
import type { AoiSummary, SensorSummary } from '#contract'
import { areasMatching, sensorsMatching } from './matching.ts'

test('areas are found by name and address, sensors by name and serial number', () => {
  const area = (name: string, address: string | null) => ({ properties: { name }, address }) as AoiSummary
  const areas = [area('Port', null), area('School', 'Port Road 2'), area('Mill', null)]
  expect(areasMatching(areas, ' port ').map(({ properties }) => properties.name)).toEqual(['Port', 'School'])
  expect(areasMatching(areas, '')).toHaveLength(3)
  const sensor = (name: string, serial: string) =>
    ({ name, telemetry: { serial, name: null } }) as unknown as SensorSummary
  const sensors = [sensor('Gauge', 'A-17'), sensor('Camera', 'B-2')]
  expect(sensorsMatching(sensors, 'a-1').map(({ name }) => name)).toEqual(['Gauge'])
})
