import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useDirection, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { isolated } from '../../../i18n/isolated.ts'
import { firstWeekday } from '../../../i18n/week.ts'
import { barAxes, labelOf } from '../../../ui/chart/bar-axes.ts'
import { type Bucket, bucketsOf, type Unit } from '../../../ui/chart/buckets.ts'
import classes from '../../../ui/chart/Chart.module.css'

const titles = { day: 'figures.byDay', week: 'figures.byWeek', month: 'figures.byMonth' } as const
const heads = { day: 'figures.day', week: 'figures.week', month: 'figures.month' } as const

type Props = { days: readonly { day: string; count: number }[]; isTable: boolean }

export const ByTime = ({ days, isTable }: Props) => {
  const { t } = useTranslation()
  const isRtl = useDirection().dir === 'rtl'
  const { unit, buckets } = bucketsOf(days, firstWeekday(currentLanguage()))
  const table = <Table unit={unit} buckets={buckets} />
  return (
    <section className={classes.part} aria-label={t(titles[unit])}>
      <h3 className={classes.subtitle}>{t(titles[unit])}</h3>
      {isTable ? (
        table
      ) : (
        <>
          {/* The chart library always draws from left to right, so the axes are mirrored for Hebrew. */}
          <div dir="ltr" aria-hidden>
            <BarChart
              h={240}
              data={buckets.map(({ start, count }) => ({ label: isolated(labelOf(start, unit)), count }))}
              dataKey="label"
              series={[{ name: 'count', label: t('figures.events'), color: 'var(--mantine-primary-color-filled)' }]}
              {...barAxes(isRtl)}
              barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
            />
          </div>
          <VisuallyHidden>{table}</VisuallyHidden>
        </>
      )}
    </section>
  )
}

const Table = ({ unit, buckets }: { unit: Unit; buckets: Bucket[] }) => {
  const { t } = useTranslation()
  return (
    <table className={classes.table}>
      <caption className={classes.spoken}>{t(titles[unit])}</caption>
      <thead>
        <tr>
          <th scope="col">{t(heads[unit])}</th>
          <th scope="col" className={classes.number}>
            {t('figures.events')}
          </th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ start, count }) => (
          <tr key={start}>
            <th scope="row">
              <bdi>{labelOf(start, unit)}</bdi>
            </th>
            <td className={classes.number}>{formatNumber(count, currentLanguage())}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
