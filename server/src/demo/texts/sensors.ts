import type { PlaceName } from './places.ts'
import sensors from './sensors.json' with { type: 'json' }

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
