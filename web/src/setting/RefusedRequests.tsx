import { useTranslation } from 'react-i18next'
import type { Refusals } from '#contract'
import { formatNumber, formatTime } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { isolated } from '../i18n/isolated.ts'
import { titleOf } from '../i18n/titles.ts'
import { CountTable } from '../ui/chart/CountTable.tsx'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { SettingsSection } from '../ui/layout/SettingsSection.tsx'
import { useRefusals } from './data.ts'
import classes from './RefusedRequests.module.css'

/** The requests refused in the last 24 hours, by reason and origin; refetched every half minute. */
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

const timeOf = (start: string | undefined) => (start ? isolated(formatTime(new Date(start))) : '')

const Counts = ({ hours, kinds, senders }: Refusals) => {
  const { t } = useTranslation()
  const number = (value: number) => formatNumber(value, currentLanguage())
  const since = t('refusals.since', { time: timeOf(hours.at(-1)?.start) })
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

/** A bar per hour, the latest last. */
const Hours = ({ hours }: Pick<Refusals, 'hours'>) => {
  const { t } = useTranslation()
  const total = hours.reduce((sum, { count }) => sum + count, 0)
  const peak = hours.reduce((most, hour) => (hour.count > most.count ? hour : most), { start: '', count: 0 })
  const labelOf = (start: string, count: number) => t('refusals.inHour', { count, time: timeOf(start) })
  return (
    <figure className={classes.hours}>
      <figcaption className={classes.caption}>
        <span className={classes.total}>{formatNumber(total, currentLanguage())}</span>
        <span className={classes.scope}>{t('refusals.mostAt', { count: peak.count, time: timeOf(peak.start) })}</span>
      </figcaption>
      <div className={classes.bars} aria-hidden>
        {hours.map(({ start, count }) => (
          <span key={start} className={classes.hour} title={labelOf(start, count)}>
            {count > 0 && <span className={classes.bar} style={{ blockSize: `${(100 * count) / peak.count}%` }} />}
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{timeOf(hours[0]?.start)}</span>
        <span>{timeOf(hours[12]?.start)}</span>
        <span>{t('refusals.now')}</span>
      </div>
    </figure>
  )
}
