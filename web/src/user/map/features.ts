import type { TFunction } from 'i18next'
import { displayName, initialOf, isStalePosition, type Language, type MemberPosition } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { PREFIX } from './marker.ts'

type Words = { t: TFunction; language: Language; now: Date }

/** Each member where it is, with its name and how old that is. */
export const featuresOf = (
  positions: readonly MemberPosition[],
  { t, language, now }: Words,
): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: positions.map((member) => {
    const isStale = isStalePosition(member.locationAt, now)
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: member.location },
      properties: {
        id: member._id,
        name: displayName(member),
        age: formatRelative(new Date(member.locationAt), now, t, language),
        isStale,
        initial: initialOf(member),
        icon: `${PREFIX}${isStale ? 'stale' : 'live'}`,
      },
    }
  }),
})
