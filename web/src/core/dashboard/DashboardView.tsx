import { IconChartBar, IconPrinter, IconTable, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import classes from '../../ui/chart/Chart.module.css'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { ByDay } from './ByDay.tsx'
import { Activities, Groups, OpenByAge, Regions, Response } from './charts.tsx'
import own from './DashboardView.module.css'
import { type DashboardQuery, type Looks, type NarrowList, useDashboard } from './data.ts'
import { FirstWord } from './FirstWord.tsx'

type Props = {
  query: DashboardQuery
  period: string
  looks: Looks
  narrow: NarrowList
  onClose: () => void
}

export const DashboardView = ({ query, period, looks, narrow, onClose }: Props) => {
  const { t } = useTranslation()
  const [isTable, setIsTable] = useState(false)
  const { data, error, refetch, isPlaceholderData } = useDashboard(query)
  return (
    <div className={own.dashboard} data-waiting={isPlaceholderData || undefined}>
      <header className={classes.header}>
        <div className={classes.titles}>
          <h2 className={classes.title}>{t('dashboard.title')}</h2>
          <p className={classes.what}>
            <bdi>{period}</bdi>
          </p>
        </div>
        <span className={own.buttons}>
          <IconButton
            icon={isTable ? IconChartBar : IconTable}
            label={isTable ? t('figures.asChart') : t('figures.asTable')}
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          />
          <IconButton icon={IconPrinter} label={t('dashboard.print')} onClick={() => window.print()} />
          <IconButton icon={IconX} label={t('dashboard.close')} onClick={onClose} />
        </span>
      </header>
      {error && <ProblemText problem={error} onRetry={refetch} />}
      {!data && !error && <Skeleton rows={8} label={t('word.loading')} />}
      {data && <Figures data={data} />}
      {data && isEmpty(data) && <EmptyState icon={IconChartBar} text={t('dashboard.none')} />}
      {data && !isEmpty(data) && (
        <div className={own.charts}>
          <ByDay byDay={data.byDay} looks={looks} isTable={isTable} narrow={narrow} />
          <Regions data={data} isTable={isTable} narrow={narrow} />
          <OpenByAge data={data} isTable={isTable} narrow={narrow} />
          <Response data={data} looks={looks} isTable={isTable} narrow={narrow} />
          <FirstWord {...data.firstWord} />
          <Activities data={data} isTable={isTable} narrow={narrow} />
          {data.groups.length > 0 && <Groups data={data} isTable={isTable} narrow={narrow} />}
        </div>
      )}
    </div>
  )
}

const isEmpty = ({ total, activities, groups }: Dashboard): boolean =>
  total === 0 && activities.length === 0 && groups.length === 0

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)

const Figures = ({ data }: { data: Dashboard }) => {
  const { t } = useTranslation()
  const figures = [
    { label: t('dashboard.reports'), value: data.total },
    { label: t('dashboard.open'), value: sum(data.openByAge.map((age) => age.new + age.inProgress)) },
    { label: t('dashboard.unanswered'), value: sum(data.response.map(({ waiting }) => waiting)) },
    { label: t('dashboard.activities'), value: sum(data.activities.map(({ activities }) => activities)) },
    { label: t('dashboard.subscribers'), value: sum(data.activities.map(({ subscribers }) => subscribers)) },
  ]
  return (
    <dl className={own.figures}>
      {figures.map(({ label, value }) => (
        <div key={label} className={own.figure}>
          <dt>{label}</dt>
          <dd>{formatNumber(value, currentLanguage())}</dd>
        </div>
      ))}
    </dl>
  )
}
