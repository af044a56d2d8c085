import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type TelemetryPeriod, telemetryPeriods } from '#contract'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { LineChart } from '../../ui/chart/LineChart.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { TabBar } from '../../ui/layout/TabBar.tsx'
import { useTelemetry } from '../data.ts'
import { oneDecimal } from './one-decimal.ts'
import classes from './TelemetryChart.module.css'

const labelOf = (at: string, period: TelemetryPeriod): string => {
  const date = new Date(at)
  if (period === 'hour' || period === 'day') return isolated(formatTime(date))
  const day = formatDate(date, currentLanguage()).slice(0, -5)
  return isolated(period === 'week' ? `${day} ${formatTime(date)}` : day)
}

/** One parameter over an hour, day, week or month: average, minimum and maximum of each step. */
export const TelemetryChart = ({ sensorId, parameter }: { sensorId: string; parameter: string }) => {
  const { t } = useTranslation()
  const [period, setPeriod] = useState<TelemetryPeriod>('hour')
  const { data, error, refetch, isPending } = useTelemetry(sensorId, period, parameter)
  const points = data?.series[0]?.points ?? []
  const language = currentLanguage()
  const rows = points.map(({ at, average }) => ({
    label: labelOf(at, period),
    average,
  }))
  return (
    <div className={classes.chart}>
      <TabBar
        label={t('sensor.periods')}
        tabs={telemetryPeriods.map((id) => ({ id, title: t(`sensor.period.${id}`) }))}
        selected={period}
        controls="telemetry-chart"
        onChoose={setPeriod}
      />
      <div id="telemetry-chart" role="tabpanel" aria-label={t(`sensor.period.${period}`)}>
        <ProblemText problem={error} onRetry={() => refetch()} />
        {isPending && <Skeleton rows={3} label={t('word.loading')} />}
        {data && points.length === 0 && <p className={classes.none}>{t('sensor.noReadings')}</p>}
        {points.length > 0 && (
          <>
            <LineChart
              h={180}
              rows={rows}
              series={[{ name: 'average', label: parameter, color: 'var(--mantine-primary-color-filled)' }]}
              withDots={points.length < 30}
              fillOpacity={0.15}
              valueFormatter={(value) => oneDecimal(value, language)}
            />
            <p className={classes.extremes}>
              <bdi>
                {t('sensor.lowest', { value: oneDecimal(Math.min(...points.map((p) => p.minimum)), language) })}
              </bdi>
              <bdi>
                {t('sensor.highest', { value: oneDecimal(Math.max(...points.map((p) => p.maximum)), language) })}
              </bdi>
            </p>
            <VisuallyHidden>
              <table>
                <caption>{parameter}</caption>
                <tbody>
                  {points.map(({ at, average }) => (
                    <tr key={at}>
                      <th scope="row">{labelOf(at, period)}</th>
                      <td>{oneDecimal(average, language)}</td>
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
