import { useTranslation } from 'react-i18next'
import type { MetricResult } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { formatAmount } from './amount.ts'
import classes from './Sparkline.module.css'

const WIDTH = 56
const HEIGHT = 20
const AIR = 2

/** Draws the last 12 months as a line in reading direction. Screen readers get the values of the last two months. */
export const Sparkline = ({
  trend,
  unit,
}: {
  trend: NonNullable<MetricResult['trend']>
  unit: MetricResult['unit']
}) => {
  const { t } = useTranslation()
  const values = trend.map(({ value }) => value)
  const low = Math.min(0, ...values)
  const high = Math.max(...values)
  const points = values.map((value, index) => {
    const x = AIR + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * AIR)
    const y = high === low ? HEIGHT - AIR : HEIGHT - AIR - ((value - low) / (high - low)) * (HEIGHT - 2 * AIR)
    return [x.toFixed(1), y.toFixed(1)] as const
  })
  const amount = (value = 0) => formatAmount({ value, unit }, currentLanguage())
  const label = t('metric.trend', { last: amount(values.at(-1)), before: amount(values.at(-2)) })
  const [endX, endY] = points.at(-1) ?? ['0', '0']
  return (
    <svg
      className={classes.trend}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <polyline points={points.map((point) => point.join()).join(' ')} className={classes.line} />
      <circle cx={endX} cy={endY} r={2} className={classes.end} />
    </svg>
  )
}
