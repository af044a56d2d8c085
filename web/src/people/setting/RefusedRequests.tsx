import { useTranslation } from 'react-i18next'
import type { Refusals } from '#contract'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { titleOf } from '../../i18n/names.ts'
import { CountTable } from '../../ui/chart/CountTable.tsx'
import { HourBars, hourText, peakOf } from '../../ui/chart/HourBars.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { useRefusals } from './data.ts'
import classes from './RefusedRequests.module.css'

export const RefusedRequests = ({ isOwner }: { isOwner: boolean }) => {
  const { t } = useTranslation()
  const { data: refusals, error, refetch } = useRefusals()
  return (
    <SettingsSection title={t('refusals.title')}>
      <p className={classes.scope}>{t(isOwner ? 'refusals.ofAll' : 'refusals.ofOwn')}</p>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!refusals && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {refusals && (refusals.kinds.length > 0 ? <Counts {...refusals} /> : <p>{t('refusals.none')}</p>)}
    </SettingsSection>
  )
}

const Counts = ({ hours, kinds, senders }: Refusals) => {
  const { t } = useTranslation()
  const number = (value: number) => formatNumber(value, currentLanguage())
  const since = t('refusals.since', { time: hourText(hours.at(-1)?.start) })
  const cells = ({ thisHour, lastDay }: { thisHour: number; lastDay: number }) => [number(thisHour), number(lastDay)]
  const byReason = kinds.toSorted((one, other) => other.lastDay - one.lastDay)
  return (
    <>
      <Hours hours={hours} />
      <CountTable
        isTable
        title={t('refusals.byReason')}
        columns={[t('refusals.reason'), since, t('refusals.lastDay')]}
        rows={byReason.map(({ kind, ...counts }) => ({
          key: kind,
          label: t(`refusals.kind.${kind}`),
          size: counts.lastDay,
          cells: cells(counts),
        }))}
      />
      <CountTable
        isTable
        title={t('refusals.bySender')}
        columns={[t('refusals.sender'), since, t('refusals.lastDay')]}
        rows={senders.map(({ service, ...counts }) => ({
          key: service?._id ?? 'strangers',
          label: service ? titleOf(service) : t('refusals.strangers'),
          size: counts.lastDay,
          cells: cells(counts),
        }))}
      />
    </>
  )
}

const Hours = ({ hours }: Pick<Refusals, 'hours'>) => {
  const { t } = useTranslation()
  const bars = hours.map(({ start, count }) => ({
    start,
    value: count,
    label: t('refusals.inHour', { count, time: hourText(start) }),
  }))
  const total = hours.reduce((sum, { count }) => sum + count, 0)
  const peak = peakOf(bars)
  const most = t('refusals.mostAt', { count: peak?.value ?? 0, time: hourText(peak?.start) })
  const caption = (
    <>
      <span className={classes.total}>{formatNumber(total, currentLanguage())}</span>
      <span className={classes.scope}>{most}</span>
    </>
  )
  return <HourBars height={64} caption={caption} hours={bars} now={t('refusals.now')} />
}
