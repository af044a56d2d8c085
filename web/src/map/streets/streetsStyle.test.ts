import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { LayerSpecification } from 'maplibre-gl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Box, STREETS_FROM_ZOOM, type TileSet } from '#contract'
import { contrast } from '../../testing/contrast.ts'
import { type MapTheme, palettes } from '../palette.ts'
import { worldLayers } from '../world/worldStyle.ts'
import { coveredBox } from './coverage.ts'
import { streetsLayers, streetsStyle } from './streetsStyle.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://app.example' })
})
afterEach(() => vi.unstubAllGlobals())

const bay: Box = [-122.52, 37.7, -122.35, 37.83]
const haifa: Box = [34.95, 32.75, 35.1, 32.85]
const setOf = (maxZoom: number, areas: Box[], kind: TileSet['kind'] = 'streets'): TileSet => ({
  kind,
  tiles: `/tiles/${kind}${maxZoom}/{z}/{x}/{y}`,
  minZoom: 0,
  maxZoom,
  areas,
})
const sets = [setOf(15, [bay, haifa]), setOf(14, [haifa]), setOf(17, [bay], 'pictures')]

test.each([
  ['light', 'en'],
  ['dark', 'he'],
] as const)('the style is valid and asks no other host: %s, %s', (theme, language) => {
  const style = streetsStyle(sets, theme, language)
  expect(validateStyleMin(style as Parameters<typeof validateStyleMin>[0])).toEqual([])
  expect(style).not.toHaveProperty('glyphs')
  expect(style).not.toHaveProperty('sprite')
  const addresses = Object.values(style.sources).flatMap((source) => ('tiles' in source ? source.tiles : []))
  expect(addresses).toHaveLength(3)
  expect(addresses.every((address) => address?.startsWith('https://app.example/'))).toBe(true)
  expect(JSON.stringify(style.layers)).toContain(`name:${language}`)
})

test('streets credit OpenStreetMap', () => {
  const { sources } = streetsStyle(sets, 'light', 'en')
  expect(sources.streets0).toMatchObject({ attribution: expect.stringContaining('openstreetmap.org/copyright') })
})

test('both themes have the same layers, so that one can be painted as the other', () => {
  const ids = (theme: MapTheme) => streetsLayers(sets, theme, 'en').map(({ id }) => id)
  expect(ids('light')).toEqual(ids('dark'))
})

test('every layer of the world stays, and streets lie above its land and below its names', () => {
  const ids = streetsLayers(sets, 'light', 'en').map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !id.startsWith('streets'))).toEqual(worldLayers('light', 'en').map(({ id }) => id))
  expect(ids.indexOf('streets0-roads')).toBeGreaterThan(ids.indexOf('border-near'))
  expect(ids.indexOf('streets0-roads')).toBeLessThan(ids.indexOf('town-dots'))
})

test('where two areas overlap, only the one with the deeper last zoom has names', () => {
  const layers = streetsLayers(sets, 'light', 'en')
  const filtersOf = (prefix: string) =>
    layers.filter(({ id, type }) => id.startsWith(prefix) && type === 'symbol').map((layer) => JSON.stringify(layer))
  expect(filtersOf('streets1-').length).toBeGreaterThan(8)
  for (const filter of filtersOf('streets1-')) expect(filter).toContain('"within"')
  for (const filter of filtersOf('streets0-')) expect(filter).not.toContain('"within"')
})

test('streets begin at their zoom', () => {
  const early = streetsLayers(sets, 'light', 'en').filter(
    ({ id, minzoom }) => /^streets[01]-/.test(id) && (minzoom ?? 0) < STREETS_FROM_ZOOM,
  )
  expect(early).toEqual([])
})

test('an archive has whole tiles: what it covers reaches beyond its box, and less so the closer one looks', () => {
  const boxes = [11, 12, 13, 14].map((zoom) => coveredBox(bay, zoom))
  for (const [west, south, east, north] of boxes) {
    expect(west).toBeLessThanOrEqual(bay[0])
    expect(south).toBeLessThanOrEqual(bay[1])
    expect(east).toBeGreaterThanOrEqual(bay[2])
    expect(north).toBeGreaterThanOrEqual(bay[3])
  }
  expect(coveredBox([-180, 0, 0, 85.0511287798], 1)).toEqual([-180, 0, 0, expect.closeTo(85.05, 2)])
})

/** Every colour (#rrggbb) that a paint property can take. */
const coloursIn = (value: unknown): string[] => JSON.stringify(value ?? '').match(/#[0-9a-f]{6}/g) ?? []

type Text = { id: string; colours: string[]; halo: string[]; isOnWater: boolean }
const texts = (layers: LayerSpecification[], water: string): Text[] =>
  layers.flatMap((layer) => {
    if (layer.type !== 'symbol' || !layer.layout?.['text-field']) return []
    const halo = coloursIn(layer.paint?.['text-halo-color'])
    return [{ id: layer.id, colours: coloursIn(layer.paint?.['text-color']), halo, isOnWater: halo.includes(water) }]
  })
const groundOf = (layers: LayerSpecification[]): string[] =>
  layers.flatMap((layer) => {
    if (layer.type === 'fill') return coloursIn(layer.paint?.['fill-color'])
    // Names cross casings and dashes, but stand on the road itself.
    return layer.type === 'line' && /-roads$/.test(layer.id) ? coloursIn(layer.paint?.['line-color']) : []
  })

test.each(['light', 'dark'] as const)('every name keeps a contrast of 4.5 to all it can stand on: %s', (theme) => {
  const { water } = palettes[theme]
  const layers = streetsLayers(sets, theme, 'en')
  const land = [...new Set(groundOf(layers))].filter((colour) => colour !== water)
  expect(land.length).toBeGreaterThan(10)
  // Names of the bundled world are only where no streets are.
  const all = texts(layers, water).filter(({ id }) => id.startsWith('streets'))
  expect(all.length).toBeGreaterThan(12)
  const weak = all.flatMap(({ id, colours, halo, isOnWater }) =>
    colours.flatMap((colour) =>
      [...(isOnWater ? [water] : land), ...halo]
        .filter((ground) => contrast(colour, ground) < 4.5)
        .map((ground) => `${id} ${colour} on ${ground}: ${contrast(colour, ground).toFixed(2)}`),
    ),
  )
  expect([...new Set(weak)]).toEqual([])
})

test.each(['light', 'dark'] as const)('signs of points are seen against their ground: %s', (theme) => {
  const { sign, signEmergency, signFace } = palettes[theme].streets
  for (const ground of [sign, signEmergency]) expect(contrast(signFace, ground)).toBeGreaterThanOrEqual(3)
})

test('house numbers, rails, ferries, stations and the points that matter are drawn', () => {
  const layers = streetsLayers(sets, 'light', 'en')
  const ids = layers.map(({ id }) => id)
  for (const id of ['house-numbers', 'rails', 'rail-ties', 'ferries', 'paths', 'points', 'minor-names'])
    expect(ids).toContain(`streets0-${id}`)
  const points = JSON.stringify(layers.find(({ id }) => id === 'streets0-points'))
  for (const kind of ['hospital', 'shelter', 'fire_station', 'police', 'school', 'fuel', 'drinking_water', 'station'])
    expect(points).toContain(`"${kind}"`)
})
