import type { LngLat } from '#contract'
import json from './places.json' with { type: 'json' }
import regions from './regions.json' with { type: 'json' }
import sensors from './sensors.json' with { type: 'json' }

/** Each place has the address that events there store, its longitude and its latitude. */
const { bay, haifa } = json

type Stored = readonly [address: string, lng: number, lat: number]

/** Places on land around the Bay. */
export const places = bay as unknown as Record<keyof typeof bay, Stored>
const allPlaces = { ...places, ...(haifa as unknown as Record<keyof typeof haifa, Stored>) }

export type PlaceName = keyof typeof allPlaces

export function placeOf(name: PlaceName): { address: string; position: LngLat } {
  const [address, lng, lat] = allPlaces[name]
  return { address, position: [lng, lat] }
}

export type DemoRegion = { name: string; he: string; ring: LngLat[] }

export const bayRegions = regions.bay as DemoRegion[]
export const harborRegions = regions.harbor as DemoRegion[]

type Parameter = [name: string, middle: number, swing: number]
export type DemoSensor = {
  name: string
  device: string
  offset: [east: number, north: number]
  parameters: Parameter[]
  state?: string
}
export type DemoArea = {
  name: string
  place: PlaceName
  shape: { radius: number } | { corners: [east: number, north: number][] }
  sensors: DemoSensor[]
}

export const bayAreas = sensors.bay as DemoArea[]
export const harborAreas = sensors.harbor as DemoArea[]
