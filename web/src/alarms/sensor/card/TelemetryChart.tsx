import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Telemetry, type TelemetryPeriod, telemetryPeriods } from '#contract'
import { formatDate, formatTime } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { TimeChart, type TimePoint } from '../../../ui/chart/TimeChart.tsx'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { TabBar } from '../../../ui/layout/TabBar.tsx'
import { useTelemetry } from '../data.ts'
import { oneDecimal } from './one-decimal.ts'
import classes from './TelemetryChart.module.css'

const isLong = (period: TelemetryPeriod) => period === 'year' || period === 'fiveYears'

const momentOf = (at: number, period: TelemetryPeriod): string => {
  const date = new Date(at)
  if (period === 'hour' || period === 'day') return isolated(formatTime(date))
  const day = formatDate(date, currentLanguage())
  if (isLong(period)) return isolated(day)
  return isolated(period === 'week' ? `${day.slice(0, -5)} ${formatTime(date)}` : day.slice(0, -5))
}

/** Label on the axis. For a year, it has room for month and year only. */
const tickOf = (at: number, period: TelemetryPeriod): string =>
  isLong(period) ? isolated(formatDate(new Date(at), currentLanguage()).slice(3)) : momentOf(at, period)

/**
 * Points of the chart, each in the middle of its step but not outside the period. Daily steps are UTC days, so their
 * middle is on the same day in most time zones.
 */
const pointsOf = ({ from, to, stepSeconds, series }: Telemetry, period: TelemetryPeriod): TimePoint[] => {
  const middle = isLong(period) ? stepSeconds * 500 : 0
  const place = (at: string) => Math.min(Math.max(Date.parse(at) + middle, Date.parse(from)), Date.parse(to))
  return (series[0]?.points ?? []).map(({ at, ...values }) => ({ at: place(at), ...values }))
}

export const TelemetryChart = ({ sensorId, parameter }: { sensorId: string; parameter: string }) => {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<TelemetryPeriod>('hour')
  const { data, error, refetch, isPending, isPlaceholderData } = useTelemetry(sensorId, period, parameter)
  // The period of the points on the screen. It differs from `period` until the points of a new period arrive.
  const [shown, setShown] = useState(period)
  if (data && !isPlaceholderData && shown !== period) setShown(period)
  const points = data ? pointsOf(data, shown) : []
  const value = (number: number) => oneDecimal(number, currentLanguage())
  return (
    <div className={classes.chart}>
      <TabBar
        label={t('sensor.periods')}
        tabs={telemetryPeriods.map((id) => ({ id, title: t(`sensor.period.${id}`) }))}
        selected={period}
        controls="telemetry-chart"
        isLong
        onChoose={setPeriod}
      />
      <div id="telemetry-chart" role="tabpanel" aria-label={t(`sensor.period.${period}`)}>
        <ProblemText problem={error} onRetry={() => refetch()} />
        {isPending && <Skeleton rows={3} label={t('word.loading')} />}
        {data && points.length === 0 && <p className={classes.none}>{t('sensor.noReadings')}</p>}
        {data && points.length > 0 && (
          <>
            <TimeChart
              points={points}
              from={Date.parse(data.from)}
              to={Date.parse(data.to)}
              label={parameter}
              tick={(at) => tickOf(at, shown)}
              moment={(at) => momentOf(at, shown)}
              value={value}
            />
            <p className={classes.extremes}>
              <bdi>{t('sensor.lowest', { value: value(Math.min(...points.map((p) => p.minimum))) })}</bdi>
              <bdi>{t('sensor.highest', { value: value(Math.max(...points.map((p) => p.maximum))) })}</bdi>
            </p>
            <VisuallyHidden>
              <table>
                <caption>{parameter}</caption>
                <thead>
                  <tr>
                    <th scope="col">{t('sensor.time')}</th>
                    <th scope="col">{t('sensor.average')}</th>
                    <th scope="col">{t('sensor.minimum')}</th>
                    <th scope="col">{t('sensor.maximum')}</th>
                  </tr>
                </thead>
                <tbody>
                  {points.map(({ at, average, minimum, maximum }) => (
                    <tr key={at}>
                      <th scope="row">{momentOf(at, shown)}</th>
                      <td>{value(average)}</td>
                      <td>{value(minimum)}</td>
                      <td>{value(maximum)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </VisuallyHidden>
          </>
        )}
      </div>
    </div>
  )
}
