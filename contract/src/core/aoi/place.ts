import type { LngLat } from '../../platform/kit/schema.ts'
import type { AoiSummary } from './schema.ts'

export const placeOf = ({ geometry }: Pick<AoiSummary, 'geometry'>): LngLat => {
  const [lng = 0, lat = 0] = geometry[0]?.coordinates ?? []
  return [lng, lat]
}
