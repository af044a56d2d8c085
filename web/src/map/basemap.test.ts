import type { Map as MapLibre } from 'maplibre-gl'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseBasemap, repaint } from './basemap.ts'
import { worldLayers, worldStyle } from './world/worldStyle.ts'

afterEach(() => vi.unstubAllGlobals())

const answerWith = (body: unknown, status = 200) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  )

const style = { version: 8, sources: {}, layers: [] }

test('the configured style is used if it is reachable', async () => {
  answerWith(style)
  const { style: chosen } = await chooseBasemap({ styleUrl: 'https://maps.example/style.json' }, 'light', 'en')
  expect(chosen).toEqual(style)
})

test('relative paths in a style of our own server become absolute, and other addresses stay', async () => {
  vi.stubGlobal('location', { href: 'https://app.example/', origin: 'https://app.example' })
  const root = '/api/cohesion/map/token'
  const data = { type: 'FeatureCollection', features: [] }
  answerWith({
    ...style,
    sprite: [{ id: 'default', url: `${root}/sprite/default` }],
    glyphs: `${root}/glyphs/{fontstack}/{range}`,
    sources: {
      streets: { type: 'vector', tiles: [`${root}/tiles/streets/{z}/{x}/{y}`] },
      plan: { type: 'image', url: `${root}/data/plan` },
      far: { type: 'raster', url: 'https://far.example/tiles.json' },
      inline: { type: 'geojson', data },
    },
  })
  const { style: chosen } = await chooseBasemap({ styleUrl: `${root}/style.json` }, 'light', 'en')
  expect(chosen).toMatchObject({
    sprite: [{ id: 'default', url: `https://app.example${root}/sprite/default` }],
    glyphs: `https://app.example${root}/glyphs/{fontstack}/{range}`,
    sources: {
      streets: { tiles: [`https://app.example${root}/tiles/streets/{z}/{x}/{y}`] },
      plan: { url: `https://app.example${root}/data/plan` },
      far: { url: 'https://far.example/tiles.json' },
      inline: { data },
    },
  })
})

test('relative addresses in a style are resolved', async () => {
  vi.stubGlobal('location', { href: 'https://app.example/', origin: 'https://app.example' })
  answerWith({
    ...style,
    sprite: 'sprite/signs',
    glyphs: '../fonts/{fontstack}/{range}.pbf',
    sources: {
      streets: { type: 'vector', tiles: ['tiles/{z}/{x}/{y}.pbf'] },
      far: { type: 'vector', url: 'pmtiles://https://far.example/map.pmtiles' },
    },
  })
  const { style: chosen } = await chooseBasemap({ styleUrl: '/maps/dark/style.json' }, 'light', 'en')
  expect(chosen).toMatchObject({
    sprite: 'https://app.example/maps/dark/sprite/signs',
    glyphs: 'https://app.example/maps/fonts/{fontstack}/{range}.pbf',
    sources: {
      streets: { tiles: ['https://app.example/maps/dark/tiles/{z}/{x}/{y}.pbf'] },
      far: { url: 'pmtiles://https://far.example/map.pmtiles' },
    },
  })
})

test.each([
  ['answers 404', () => answerWith(style, 404)],
  ['is no style', () => answerWith({ version: 7 })],
  ['is no JSON', () => vi.stubGlobal('fetch', async () => new Response('<html>'))],
  ['cannot be reached', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))],
])('a style that %s gives way to the bundled world', async (_, prepare) => {
  prepare()
  const { style: chosen } = await chooseBasemap({ styleUrl: 'https://maps.example/style.json' }, 'dark', 'he')
  expect(chosen).toEqual(worldStyle('dark', 'he'))
})

test('makes no requests without configuration', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  const { style: chosen } = await chooseBasemap({ styleUrl: null, tileSets: [] }, 'light', 'en')
  expect(chosen).toEqual(worldStyle('light', 'en'))
  expect(fetch).not.toHaveBeenCalled()
})

test('another theme repaints only the layers of the basemap', () => {
  const setPaintProperty = vi.fn()
  repaint({ setPaintProperty } as unknown as MapLibre, worldLayers('dark', 'en'))
  expect(setPaintProperty).toHaveBeenCalledWith('water', 'background-color', '#12161c')
  const worldIds = new Set(worldLayers('light', 'en').map(({ id }) => id))
  expect(setPaintProperty.mock.calls.filter(([id]) => !worldIds.has(id))).toEqual([])
})
