import '@mantine/charts/styles.layer.css'
import { BarChart } from '@mantine/charts'
import { useDirection, VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { firstWeekday } from '../../i18n/week.ts'
import { barAxes, labelOf } from '../../ui/chart/bar-axes.ts'
import { endOf, type Unit } from '../../ui/chart/buckets.ts'
import classes from '../../ui/chart/Chart.module.css'
import own from './ByDay.module.css'
import type { Looks, NarrowList } from './data.ts'
import { NO_TYPE, OTHERS, type Stack, stacksOf } from './stacked.ts'

type Props = { byDay: Dashboard['byDay']; looks: Looks; isTable: boolean; narrow: NarrowList }

const titles = { day: 'dashboard.byDay', week: 'dashboard.byWeek', month: 'dashboard.byMonth' } as const
const heads = { day: 'figures.day', week: 'figures.week', month: 'figures.month' } as const

export const ByDay = ({ byDay, looks, isTable, narrow }: Props) => {
  const { t } = useTranslation()
  const isRtl = useDirection().dir === 'rtl'
  const { unit, series, stacks } = stacksOf(byDay, firstWeekday(currentLanguage()))
  const nameOf = (type: string) =>
    looks.get(type)?.name ?? (type === OTHERS ? t('dashboard.otherTypes') : t('dashboard.noType'))
  const colourOf = (type: string) => looks.get(type)?.colour ?? 'var(--state-done)'
  const show = ({ start }: Stack, type: string) =>
    narrow.period(start, endOf(start, unit), type === OTHERS ? undefined : type === NO_TYPE ? null : type)
  const numbers = { unit, series, stacks, nameOf }
  return (
    <section className={`${classes.part} ${own.wide}`} aria-label={t(titles[unit])}>
      <h3 className={classes.subtitle}>{t(titles[unit])}</h3>
      {byDay.length === 0 ? (
        <p className={classes.what}>{t('dashboard.noReports')}</p>
      ) : isTable ? (
        <Table {...numbers} narrow={narrow} />
      ) : (
        <>
          {/* The chart library always draws from left to right, so the axes are mirrored for Hebrew. */}
          <div dir="ltr" aria-hidden className={own.drawing}>
            <BarChart
              h={240}
              type="stacked"
              data={stacks.map(({ start, counts }) => ({
                label: isolated(labelOf(start, unit)),
                ...Object.fromEntries(counts),
              }))}
              dataKey="label"
              series={series.map((type) => ({
                name: type,
                label: isolated(nameOf(type)),
                color: colourOf(type),
              }))}
              {...barAxes(isRtl)}
              barProps={({ name }) => ({
                isAnimationActive: false,
                cursor: 'pointer',
                onClick: (_bar, place) => {
                  const stack = stacks[place]
                  if (stack) show(stack, name)
                },
              })}
            />
          </div>
          {/* The legend is outside the chart, because many names would take the chart's room on a phone. */}
          <ul className={own.legend} aria-hidden>
            {series.map((type) => (
              <li key={type} style={{ '--type': colourOf(type) } as CSSProperties}>
                <bdi>{nameOf(type)}</bdi>
              </li>
            ))}
          </ul>
          <VisuallyHidden>
            <Table {...numbers} />
          </VisuallyHidden>
        </>
      )}
    </section>
  )
}

type TableProps = {
  narrow?: NarrowList
  unit: Unit
  series: string[]
  stacks: Stack[]
  nameOf: (type: string) => string
}

const Table = ({ unit, series, stacks, nameOf, narrow }: TableProps) => {
  const { t } = useTranslation()
  const number = (value: number) => formatNumber(value, currentLanguage())
  return (
    <div className={narrow && own.scroll}>
      <table className={classes.table}>
        <caption className={classes.spoken}>{t(titles[unit])}</caption>
        <thead>
          <tr>
            <th scope="col">{t(heads[unit])}</th>
            <th scope="col" className={classes.number}>
              {t('dashboard.reports')}
            </th>
            {series.map((type) => (
              <th key={type} scope="col" className={classes.number}>
                <Name
                  text={nameOf(type)}
                  onPress={
                    type === OTHERS ? undefined : narrow && (() => narrow.eventType(type === NO_TYPE ? null : type))
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stacks.map(({ start, total, counts }) => (
            <tr key={start}>
              <th scope="row">
                <Name
                  text={labelOf(start, unit)}
                  onPress={narrow && (() => narrow.period(start, endOf(start, unit)))}
                />
              </th>
              <td className={classes.number}>{number(total)}</td>
              {series.map((type) => (
                <td key={type} className={classes.number}>
                  {number(counts.get(type) ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Name = ({ text, onPress }: { text: string; onPress: (() => void) | undefined }) =>
  onPress ? (
    <button type="button" className={classes.pressed} onClick={onPress}>
      <bdi>{text}</bdi>
    </button>
  ) : (
    <bdi>{text}</bdi>
  )
