import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '../../../ui/theme/colour.ts'
import { stateColours } from '../state-look.ts'
import { grounds } from './badge.ts'
import { arcsOf, stateArcs } from './cluster.ts'
import { readName } from './layers.ts'
import { isOneSpot } from './spot.ts'
import { MOST_ZOOM, zoomApart } from './zoom-apart.ts'

test('a ring has an arc for each present state, in proportion', () => {
  const { new: fresh, inProgress, done } = stateColours.light
  expect(arcsOf(stateArcs({ new: 6, inProgress: 0, done: 2 }, 'light'))).toMatchObject([
    { colour: fresh, from: 0, to: 0.75 },
    { colour: done, from: 0.75, to: 1 },
  ])
  expect(arcsOf(stateArcs({ new: 0, inProgress: 3, done: 0 }, 'light'))).toMatchObject([
    { colour: inProgress, from: 0, to: 1 },
  ])
})

test('the name of an image says what to draw', () => {
  expect(readName('badge/activity/type/inProgress/0198')).toEqual({
    kind: 'badge',
    of: 'activity',
    mode: 'type',
    state: 'inProgress',
    typeId: '0198',
  })
  expect(readName('selected/event/general/new/')).toMatchObject({ kind: 'selected', mode: 'general', typeId: '' })
  expect(readName('cluster/42/12/8/4')).toEqual({
    kind: 'cluster',
    diameter: 42,
    shares: { new: 12, inProgress: 8, done: 4 },
  })
  expect(readName('types/42/0198/12/0199/8//0/4')).toEqual({
    kind: 'types',
    diameter: 42,
    shares: [
      { typeId: '0198', parts: 12 },
      { typeId: '0199', parts: 8 },
      { typeId: '', parts: 4 },
    ],
  })
})

test('events at the same place form a spot, and events a house apart do not', () => {
  const [lng, lat] = [-122.42, 37.77]
  expect(isOneSpot([lng, lat, lng + 3e-7, lat + 3e-7], 20)).toBe(true)
  expect(isOneSpot([lng, lat, lng + 1e-4, lat], 20)).toBe(false)
  expect(isOneSpot([lng, lat, lng, lat + 1e-4], 20)).toBe(false)
})

test('an event stands alone at the first zoom with room for its badge and its neighbours', () => {
  const here: [number, number] = [10, 20]
  const metres = (zoom: number) => (60 / 512 / 2 ** zoom) * 40_075_017
  const east = (metres: number): [number, number] => [10 + metres / 111_320, 20]
  expect(zoomApart(here, [])).toBe(0)
  expect(zoomApart(here, [east(metres(12) * 1.01)])).toBe(12)
  expect(zoomApart(here, [east(metres(12) * 0.99)])).toBe(13)
  expect(zoomApart(here, [east(metres(12) * 1.01), east(2_000_000)])).toBe(12)
  expect(zoomApart(here, [here])).toBe(MOST_ZOOM)
})

test('states have the colours of the page, in light and dark', () => {
  const [light = '', dark = ''] = readFileSync('web/src/ui/theme/ui.css', 'utf8').split(
    "[data-mantine-color-scheme='dark']",
  )
  for (const [theme, css] of [
    ['light', light],
    ['dark', dark],
  ] as const)
    for (const [state, name] of [
      ['new', 'new'],
      ['inProgress', 'progress'],
      ['done', 'done'],
    ] as const)
      expect(css, `${name} in ${theme}`).toContain(`--state-${name}: ${stateColours[theme][state]};`)
})

test('symbols are visible on every state', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const colour of Object.values(stateColours[theme]))
      expect(contrast(colour, grounds[theme].ink)).toBeGreaterThanOrEqual(4.5)
})
