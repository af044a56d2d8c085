import { IconChartBar, IconTable, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { aoiApi } from '#contract'
import { call } from '../../../api/call.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { nameOf } from '../../../i18n/names.ts'
import classes from '../../../ui/chart/Chart.module.css'
import { CountTable } from '../../../ui/chart/CountTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../../ui/icons/IconButton.tsx'
import type { AoiQuery } from '../data.ts'
import { aoiKeys } from '../keys.ts'
import { useTypeLooks } from '../type-look.ts'
import { ByTime } from './ByTime.tsx'

type Props = { query: AoiQuery; serviceIds: readonly string[]; title: string; onClose: () => void }

export const AoiChart = ({ query, serviceIds, title, onClose }: Props) => {
  const { t } = useTranslation()
  const looks = useTypeLooks(serviceIds)
  const [isTable, setIsTable] = useState(false)
  const { data, error, refetch, isPlaceholderData } = useChart(query)
  const number = (value: number) => formatNumber(value, currentLanguage())
  const total = data?.byDay.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <div className={classes.chart} data-waiting={isPlaceholderData || undefined}>
      <header className={classes.header}>
        <div className={classes.titles}>
          <h2 className={classes.title}>{t('chart.title')}</h2>
          <p className={classes.what}>
            {title}
            {data && ` · ${t('figures.total', { count: total })}`}
          </p>
        </div>
        <IconButton
          icon={isTable ? IconChartBar : IconTable}
          label={isTable ? t('figures.asChart') : t('figures.asTable')}
          onClick={() => setIsTable(!isTable)}
        />
        <IconButton icon={IconX} label={t('chart.close')} onClick={onClose} />
      </header>
      {error && <ProblemText problem={error} onRetry={refetch} />}
      {!data && !error && <Skeleton rows={6} label={t('word.loading')} />}
      {data && total === 0 && <EmptyState icon={IconChartBar} text={t('figures.none')} />}
      {data && total > 0 && (
        <>
          <ByTime days={data.byDay} isTable={isTable} />
          <CountTable
            title={t('figures.byType')}
            isTable={isTable}
            columns={[t('figures.type'), t('figures.events')]}
            rows={data.byType.map(({ _id, label, count }) => {
              const look = looks.get(_id ?? '')
              return {
                key: _id ?? 'none',
                label: look?.name ?? (label || t('events.noType')),
                size: count,
                colour: look?.colour,
                cells: [number(count)],
              }
            })}
          />
          <CountTable
            title={t('figures.byValue')}
            isTable={isTable}
            columns={[t('figures.action'), t('figures.entries'), t('figures.sum')]}
            none={t('figures.noValues')}
            rows={data.byValue.map(({ unit, count, sum, ...action }) => ({
              key: action._id,
              label: nameOf(action),
              size: count,
              cells: [number(count), sumText(unit, sum)],
            }))}
          />
        </>
      )}
    </div>
  )
}

const useChart = ({ sort, order, near, ...filter }: AoiQuery) => {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return useQuery({
    queryKey: aoiKeys.list('chart', filter, timeZone),
    queryFn: ({ signal }) => call(aoiApi.chart, { query: { ...filter, timeZone } }, signal),
    placeholderData: keepPreviousData,
  })
}

const sumText = (unit: string, sum: number): string => {
  if (unit === 'Text') return '–'
  const money = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const
  return unit === 'Dollar'
    ? new Intl.NumberFormat(currentLanguage(), money).format(sum)
    : formatNumber(sum, currentLanguage())
}
