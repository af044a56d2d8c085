import type { PlaceName } from './places.ts'

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

const smoke: Parameter[] = [
  ['Temperature °C', 18, 4],
  ['Smoke ppm', 12, 6],
  ['Battery %', 82, 6],
]
const water: Parameter[] = [
  ['Water level cm', 140, 45],
  ['Battery %', 74, 4],
]
const fence: Parameter[] = [
  ['Vibration mg', 6, 5],
  ['Battery %', 91, 3],
]
const noise: Parameter[] = [
  ['Noise dB', 52, 14],
  ['Temperature °C', 16, 3],
]

export const bayAreas: DemoArea[] = [
  {
    name: 'Golden Gate Park fire watch',
    place: 'goldenGatePark',
    shape: { radius: 900 },
    sensors: [
      { name: 'Concourse smoke', device: 'Sentry S2', offset: [40, 60], parameters: smoke },
      { name: 'Museum roof smoke', device: 'Sentry S2', offset: [-260, 180], parameters: smoke },
      { name: 'Stow Lake heat', device: 'Sentry S2', offset: [-620, -90], parameters: smoke },
      { name: 'Sculpture garden smoke', device: 'Sentry S2', offset: [430, -150], parameters: smoke },
    ],
  },
  {
    name: 'Embarcadero flood gauges',
    place: 'ferryBuilding',
    shape: {
      corners: [
        [-350, 620],
        [180, 420],
        [420, -160],
        [60, -560],
        [-260, -180],
      ],
    },
    sensors: [
      { name: 'Pier 7 gauge', device: 'Tide T1', offset: [-160, 330], parameters: water },
      { name: 'Ferry Building gauge', device: 'Tide T1', offset: [110, 40], parameters: water, state: 'TAMPER' },
      { name: 'Rincon gauge', device: 'Tide T1', offset: [140, -330], parameters: water },
    ],
  },
  {
    name: 'Twin Peaks mast',
    place: 'twinPeaks',
    shape: { radius: 450 },
    sensors: [
      { name: 'North fence', device: 'Fencewire 4', offset: [-40, 260], parameters: fence },
      { name: 'South fence', device: 'Fencewire 4', offset: [30, -240], parameters: fence },
      { name: 'Mast microphone', device: 'Listener', offset: [0, 20], parameters: noise },
    ],
  },
  {
    name: 'Lake Merced reservoir',
    place: 'lakeMerced',
    shape: { radius: 700 },
    sensors: [
      { name: 'North gauge', device: 'Tide T1', offset: [120, 380], parameters: water },
      { name: 'South gauge', device: 'Tide T1', offset: [-180, -360], parameters: water, state: 'NOCOMM' },
    ],
  },
  {
    name: 'Berkeley Hills fire line',
    place: 'berkeleyHills',
    shape: { radius: 1200 },
    sensors: [
      { name: 'Ridge camera 1', device: 'Ridgecam', offset: [300, 500], parameters: smoke },
      { name: 'Ridge camera 2', device: 'Ridgecam', offset: [-500, -300], parameters: smoke },
      { name: 'Grizzly Peak heat', device: 'Sentry S2', offset: [700, -500], parameters: smoke },
    ],
  },
]

export const harborAreas: DemoArea[] = [
  {
    name: 'Pier 80 perimeter',
    place: 'pier80',
    shape: { radius: 500 },
    sensors: [
      { name: 'Gate A', device: 'Fencewire 4', offset: [-220, 120], parameters: fence },
      { name: 'Gate B', device: 'Fencewire 4', offset: [180, -160], parameters: fence },
    ],
  },
  {
    name: 'Middle Harbor tanks',
    place: 'middleHarbor',
    shape: { radius: 600 },
    sensors: [
      { name: 'Tank 1 gas', device: 'Sentry S2', offset: [-120, 60], parameters: smoke },
      { name: 'Tank 2 gas', device: 'Sentry S2', offset: [160, -40], parameters: smoke },
    ],
  },
]
