import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sensor, Telemetry } from '#contract'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useTelemetry } from '../data.ts'
import { oneDecimal } from './one-decimal.ts'
import classes from './Parameters.module.css'

const TelemetryChart = lazy(() => import('./TelemetryChart.tsx').then((file) => ({ default: file.TelemetryChart })))

export const Parameters = ({ sensor }: { sensor: Sensor }) => {
  const { t } = useTranslation()
  const { parameters } = sensor.telemetry
  const [open, setOpen] = useState<string>()
  const { data } = useTelemetry(sensor._id, 'hour')
  if (parameters.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('sensor.parameters')}>
      {parameters.map(({ parameter, value }) => {
        const points = data?.series.find((one) => one.parameter === parameter)?.points ?? []
        const isOpen = open === parameter
        return (
          <li key={parameter}>
            <button
              type="button"
              className={classes.parameter}
              aria-expanded={isOpen}
              onClick={() => setOpen(isOpen ? undefined : parameter)}
            >
              <bdi className={classes.name} title={parameter}>
                {parameter}
              </bdi>
              <Sparkline points={points} />
              <bdi className={classes.value}>{oneDecimal(value, currentLanguage())}</bdi>
              <IconChevronDown className={classes.chevron} size={16} stroke={1.75} aria-hidden />
            </button>
            {isOpen && (
              <Suspense fallback={<Skeleton rows={3} label={t('word.loading')} />}>
                <TelemetryChart sensorId={sensor._id} parameter={parameter} />
              </Suspense>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const WIDTH = 72
const HEIGHT = 24

/** Draws the last hour as a line. As in the chart, time runs from left to right in every language. */
const Sparkline = ({ points }: { points: Telemetry['series'][number]['points'] }) => {
  if (points.length < 2) return <span className={classes.noLine} aria-hidden />
  const values = points.map(({ average }) => average)
  const low = Math.min(...values)
  const high = Math.max(...values)
  const first = Date.parse(points[0]?.at ?? '')
  const span = Date.parse(points.at(-1)?.at ?? '') - first || 1
  const path = points.map(({ at, average }) => {
    const x = ((Date.parse(at) - first) / span) * (WIDTH - 4) + 2
    const y = high === low ? HEIGHT / 2 : HEIGHT - 3 - ((average - low) / (high - low)) * (HEIGHT - 6)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg className={classes.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden>
      <polyline points={path.join(' ')} />
    </svg>
  )
}
