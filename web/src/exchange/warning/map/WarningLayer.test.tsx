import { act, render } from '@testing-library/react'
import type { Map as MapLibre } from 'maplibre-gl'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Warning } from '#contract'
import { MapContext } from '../../../map/useMap.ts'
import { startTestI18n } from '../../../testing/i18n.ts'
import { warningOf } from '../../../testing/warning.ts'
import { WarningLayer } from './WarningLayer.tsx'

beforeAll(async () => void (await startTestI18n()))

type Drawn = { id: string; layer: string }

/** A stub of a map with these features at every point, topmost first. */
const mapWith = (drawn: Drawn[]) => {
  const listeners = new Map<string, (event: object) => void>()
  const order = ['land', 'level-ground', 'warning-fill', 'level-people', 'level-things', 'aoi-points', 'level-selected']
  const sources = new Map<string, { data: GeoJSON.FeatureCollection }>()
  const map = {
    on: (type: string, ...rest: unknown[]) => {
      if (rest.length === 1) listeners.set(type, rest[0] as () => void)
      return { unsubscribe: () => {} }
    },
    addSource: (id: string, source: { data: GeoJSON.FeatureCollection }) => sources.set(id, source),
    getSource: () => ({ setData() {} }),
    addLayer() {},
    removeLayer() {},
    removeSource() {},
    setPaintProperty() {},
    getCanvas: () => document.createElement('canvas'),
    getBounds: () => ({ getWest: () => 10, getEast: () => 20, getSouth: () => 10, getNorth: () => 20 }),
    getLayersOrder: () => order,
    queryRenderedFeatures: (_point: unknown, { layers }: { layers: string[] }) =>
      drawn.filter(({ layer }) => layers.includes(layer)).map(({ id }) => ({ properties: { id, title: id } })),
  }
  return {
    map: map as unknown as MapLibre,
    sources,
    press: () => act(() => listeners.get('click')?.({ point: [1, 1] })),
  }
}

const open = (drawn: Drawn[], warnings: Warning[] = [warningOf()], selected?: string) => {
  const { map, sources, press } = mapWith(drawn)
  const onSelect = vi.fn()
  const fitAll = vi.fn()
  render(
    <MapContext value={{ map, fitAll, easeTo() {}, zoomTo() {}, isInSight: () => true }}>
      <WarningLayer warnings={warnings} theme="light" selected={selected} onSelect={onSelect} />
    </MapContext>,
  )
  const drawnAs = (id: string) => sources.get(id)?.data.features.map(({ properties }) => properties)
  return { onSelect, fitAll, press, drawnAs }
}

const area = (id: string) => ({ id, layer: 'warning-fill' })

test('a press on an area opens its warning, and another press opens the warning below', () => {
  const first = open([area('a'), area('b')])
  first.press()
  expect(first.onSelect).toHaveBeenCalledWith('a')
  const second = open([area('a'), area('b')], [warningOf()], 'a')
  second.press()
  expect(second.onSelect).toHaveBeenCalledWith('b')
})

test('an event above the area receives the press', () => {
  const { press, onSelect } = open([{ id: 'event', layer: 'aoi-points' }, area('a')])
  press()
  expect(onSelect).not.toHaveBeenCalled()
})

test('the worst warning is drawn last, and labels name severity or exercise', () => {
  const warnings = [warningOf({ severity: 'extreme' }), warningOf({ _id: 'b', severity: 'minor', status: 'exercise' })]
  const { drawnAs } = open([], warnings)
  expect(drawnAs('warning-areas')).toMatchObject([
    { rank: 4, isTest: false },
    { rank: 1, isTest: true },
  ])
  expect(drawnAs('warning-labels')?.map((properties) => properties?.label)).toEqual([
    'Extreme\nFlood',
    'Exercise\nFlood',
  ])
})

test('selecting a warning outside the view moves the map', async () => {
  const far = warningOf()
  const { fitAll } = open([], [far], far._id)
  await vi.waitFor(() => expect(fitAll).toHaveBeenCalledWith([0, 0, 2, 2]))
})
