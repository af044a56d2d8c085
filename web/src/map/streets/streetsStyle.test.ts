import { type Feature, featureFilter, type ICanonicalTileID, validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import type { LayerSpecification } from 'maplibre-gl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Box, STREETS_FROM_ZOOM, type TileSet } from '#contract'
import { contrast } from '../../testing/contrast.ts'
import { type MapTheme, palettes } from '../palette.ts'
import { worldLayers } from '../world/worldStyle.ts'
import { coveredBox, isFilledBy } from './coverage.ts'
import { streetsLayers, streetsStyle } from './streetsStyle.ts'

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://app.example' })
})
afterEach(() => vi.unstubAllGlobals())

const bay: Box = [-122.52, 37.7, -122.35, 37.83]
const haifa: Box = [34.95, 32.75, 35.1, 32.85]
const setOf = (areas: [Box, number][], kind: TileSet['kind'] = 'streets'): TileSet => ({
  kind,
  tiles: `/tiles/${kind}/{z}/{x}/{y}`,
  minZoom: 0,
  maxZoom: Math.max(...areas.map(([, lastZoom]) => lastZoom)),
  areas: areas.map(([box]) => box),
  lastZooms: areas.map(([, lastZoom]) => lastZoom),
})
const sets = [setOf([[bay, 15], [haifa, 12]]), setOf([[bay, 17]], 'pictures')] // biome-ignore format: one line

test.each([
  ['light', 'en'],
  ['dark', 'he'],
] as const)('the style is valid and requests no other host: %s, %s', (theme, language) => {
  const style = streetsStyle(sets, theme, language)
  expect(validateStyleMin(style as Parameters<typeof validateStyleMin>[0])).toEqual([])
  expect(style).not.toHaveProperty('glyphs')
  expect(style).not.toHaveProperty('sprite')
  const own = Object.entries(style.sources).filter(([id]) => id.startsWith('streets'))
  const addresses = own.flatMap(([, source]) => ('tiles' in source ? source.tiles : []))
  expect(addresses).toHaveLength(2)
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

test('every layer of the world stays, with streets above its land and below its names', () => {
  const ids = streetsLayers(sets, 'light', 'en').map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !id.startsWith('streets'))).toEqual(worldLayers('light', 'en').map(({ id }) => id))
  expect(ids.indexOf('streets0-roads')).toBeGreaterThan(ids.indexOf('border-near'))
  expect(ids.indexOf('streets0-roads')).toBeLessThan(ids.indexOf('town-dots'))
})

test('names of large cities can move away from markers', () => {
  const cities = streetsLayers(sets, 'light', 'en').find(({ id }) => id === 'streets0-city-names')
  const anchors = cities?.type === 'symbol' ? cities.layout?.['text-variable-anchor-offset'] : undefined
  expect(anchors).toEqual(expect.arrayContaining(['center', 'top', 'bottom', 'left', 'right']))
})

test('areas with different last zooms share one source that reaches the highest of them', () => {
  const { sources } = streetsStyle(sets, 'light', 'en')
  expect(sources.streets0).toMatchObject({ sparse: true, minzoom: STREETS_FROM_ZOOM, maxzoom: 15 })
  // An area whose last zoom lies below STREETS_FROM_ZOOM still needs its last tiles.
  const early = streetsStyle([setOf([[bay, 15], [haifa, 10]])], 'light', 'en') // biome-ignore format: one line
  expect(early.sources.streets0).toMatchObject({ minzoom: 10, maxzoom: 15 })
})

/** Ids of the bundled world's layers that label a town at this place. */
const worldNames = (at: [lng: number, lat: number], zoom: number): string[] => {
  const tile = { z: 0, x: 0, y: 0 } as ICanonicalTileID
  const y = (1 - Math.asinh(Math.tan((at[1] * Math.PI) / 180)) / Math.PI) / 2
  const feature = {
    type: 1,
    id: 1,
    properties: { kind: 'town', fromZoom: 8, name: 'Town' },
    geometry: [[{ x: ((at[0] + 180) / 360) * 8192, y: y * 8192 }]],
  } as unknown as Feature
  return streetsLayers(sets, 'light', 'en').flatMap((layer) => {
    if (layer.id.startsWith('streets') || layer.type !== 'symbol' || !layer.layout?.['text-field']) return []
    const { filter } = featureFilter(layer.filter as Parameters<typeof featureFilter>[0], layer.id)
    return filter({ zoom }, feature, tile) ? [layer.id] : []
  })
}

test('names of the bundled world are hidden within streets, and shown everywhere else', () => {
  const inBay: [number, number] = [-122.42, 37.77]
  const inHaifa: [number, number] = [35, 32.8]
  const inParis: [number, number] = [2.35, 48.86]
  for (const zoom of [11, 13, 15, 18]) {
    expect([zoom, worldNames(inBay, zoom), worldNames(inHaifa, zoom)]).toEqual([zoom, [], []])
    expect([zoom, worldNames(inParis, zoom)]).toEqual([zoom, ['town-names']])
  }
  // Below this zoom no streets are drawn, so the world labels the town.
  expect(worldNames(inBay, STREETS_FROM_ZOOM - 1)).toEqual(['town-names'])
})

test('a town at the edge is named once, although the world puts it slightly outside', () => {
  const [, , east, north] = coveredBox(bay, 15)
  const middle = (bay[1] + bay[3]) / 2
  const kilometre = 1 / 111.32
  expect(worldNames([east + kilometre, middle], 15)).toEqual([])
  expect(worldNames([east - kilometre, north + kilometre], 15)).toEqual([])
  expect(worldNames([east + 6 * kilometre, middle], 15)).toEqual(['town-names'])
  // An area that ends at zoom 12 covers whole zoom-12 tiles, also at higher zooms.
  const [, , haifaEast] = coveredBox(haifa, 12)
  expect(worldNames([haifaEast - kilometre, 32.8], 15)).toEqual([])
})

test('streets begin at their zoom', () => {
  const early = streetsLayers(sets, 'light', 'en').filter(
    ({ id, minzoom }) => /^streets0-/.test(id) && (minzoom ?? 0) < STREETS_FROM_ZOOM,
  )
  expect(early).toEqual([])
})

test('an archive covers whole tiles, so its coverage extends beyond its box', () => {
  const boxes = [11, 12, 13, 14].map((zoom) => coveredBox(bay, zoom))
  for (const [west, south, east, north] of boxes) {
    expect(west).toBeLessThanOrEqual(bay[0])
    expect(south).toBeLessThanOrEqual(bay[1])
    expect(east).toBeGreaterThanOrEqual(bay[2])
    expect(north).toBeGreaterThanOrEqual(bay[3])
  }
  expect(coveredBox([-180, 0, 0, 85.0511287798], 1)).toEqual([-180, 0, 0, expect.closeTo(85.05, 2)])
})

test('streets fill a view that lies within one area, where they are drawn', () => {
  const isFilled = isFilledBy(sets)
  const inBay = { west: -122.46, south: 37.74, east: -122.4, north: 37.8 }
  expect(isFilled(inBay, 13)).toBe(true)
  expect(isFilled(inBay, STREETS_FROM_ZOOM - 0.1)).toBe(false)
  expect(isFilled({ ...inBay, east: -122.1 }, 13)).toBe(false)
  expect(isFilled({ ...inBay, north: 38 }, 13)).toBe(false)
  expect(isFilledBy(sets.filter(({ kind }) => kind === 'pictures'))(inBay, 13)).toBe(false)
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
    // Names cross casings and dashes only briefly, but lie on the road itself.
    return layer.type === 'line' && /-roads$/.test(layer.id) ? coloursIn(layer.paint?.['line-color']) : []
  })

test.each(['light', 'dark'] as const)('every name has a contrast of 4.5 to each colour it can lie on: %s', (theme) => {
  const { water } = palettes[theme]
  const layers = streetsLayers(sets, theme, 'en')
  const land = [...new Set(groundOf(layers))].filter((colour) => colour !== water)
  expect(land.length).toBeGreaterThan(10)
  // Names of the bundled world appear only where there are no streets.
  const all = texts(layers, water).filter(({ id }) => id.startsWith('streets'))
  expect(all.length).toBeGreaterThanOrEqual(10)
  const weak = all.flatMap(({ id, colours, halo, isOnWater }) =>
    colours.flatMap((colour) =>
      [...(isOnWater ? [water] : land), ...halo]
        .filter((ground) => contrast(colour, ground) < 4.5)
        .map((ground) => `${id} ${colour} on ${ground}: ${contrast(colour, ground).toFixed(2)}`),
    ),
  )
  expect([...new Set(weak)]).toEqual([])
})

test.each(['light', 'dark'] as const)(
  'land and water of streets have the colours of the bundled world: %s',
  (theme) => {
    const layers = streetsLayers(sets, theme, 'en')
    const colourOf = (id: string) => {
      const layer = layers.find((one) => one.id === id)
      return layer?.type === 'fill' ? layer.paint?.['fill-color'] : layer?.type === 'background' && layer.paint?.['background-color'] // biome-ignore format: one line
    }
    const worldLand = layers.filter(({ id, type }) => type === 'fill' && /^land/.test(id)).map(({ id }) => colourOf(id))
    expect(worldLand.length).toBeGreaterThan(0)
    expect(new Set(worldLand)).toEqual(new Set([colourOf('streets0-earth')]))
    expect(colourOf('water')).toBe(colourOf('streets0-water'))
  },
)

test.each(['light', 'dark'] as const)('signs of points are seen against their ground: %s', (theme) => {
  const { sign, signEmergency, signFace } = palettes[theme].streets
  for (const ground of [sign, signEmergency]) expect(contrast(signFace, ground)).toBeGreaterThanOrEqual(3)
})

test('house numbers, rails, ferries, stations and important points are drawn', () => {
  const layers = streetsLayers(sets, 'light', 'en')
  const ids = layers.map(({ id }) => id)
  for (const id of ['house-numbers', 'rails', 'rail-ties', 'ferries', 'paths', 'points', 'minor-names'])
    expect(ids).toContain(`streets0-${id}`)
  const points = JSON.stringify(layers.find(({ id }) => id === 'streets0-points'))
  for (const kind of ['hospital', 'shelter', 'fire_station', 'police', 'school', 'fuel', 'drinking_water', 'station'])
    expect(points).toContain(`"${kind}"`)
})
