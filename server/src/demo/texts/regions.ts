import type { LngLat } from '#contract'
import regions from './regions.json' with { type: 'json' }

export type DemoRegion = { name: string; he: string; ring: LngLat[] }

export const bayRegions = regions.bay as DemoRegion[]
export const harborRegions = regions.harbor as DemoRegion[]
