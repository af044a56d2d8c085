import type { TFunction } from 'i18next'
import type { Warning } from '#contract'
import { ranks } from '../look.ts'
import { isComing, nameOfWarning, textOf, timeText } from '../words.ts'

type Drawn = { warnings: readonly Warning[]; selected: string | undefined; now: Date; t: TFunction }

export type Features = { areas: GeoJSON.FeatureCollection; labels: GeoJSON.FeatureCollection }

/** Label with the severity, because colour alone must not carry it. */
const labelOf = (warning: Warning, t: TFunction): string => {
  const { severity, status } = warning
  const words = status === 'actual' ? t(`warning.severity.${severity}`) : t(`warning.status.${status}`)
  return `${words}\n${textOf(warning).event || nameOfWarning(warning)}`
}

export const featuresOf = ({ warnings, selected, now, t }: Drawn): Features => {
  const drawn = warnings.flatMap((warning) => {
    const { _id: id, severity, status, geometry, place } = warning
    if (!geometry) return []
    const properties = {
      id,
      severity,
      rank: ranks[severity],
      isSelected: id === selected,
      isTest: status !== 'actual',
      isComing: isComing(warning, now),
      title: [t(`warning.severity.${severity}`), nameOfWarning(warning), timeText(warning, now, t)].join(' · '),
      label: labelOf(warning, t),
    }
    return [{ geometry, place, properties }]
  })
  return {
    areas: {
      type: 'FeatureCollection',
      features: drawn.map(({ geometry, properties }) => ({ type: 'Feature', geometry, properties })),
    },
    labels: {
      type: 'FeatureCollection',
      features: drawn.flatMap(({ place, properties }) =>
        place ? [{ type: 'Feature', geometry: { type: 'Point', coordinates: place }, properties }] : [],
      ),
    },
  }
}
