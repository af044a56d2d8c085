import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard, Language } from '#contract'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import classes from '../../ui/chart/Chart.module.css'
import own from './DashboardView.module.css'

export const FirstWord = ({
  reports,
  answered,
  waiting,
  medianSeconds,
  longestWaitSeconds,
}: Dashboard['firstWord']) => {
  const { t } = useTranslation()
  const id = useId()
  const language = currentLanguage()
  const duration = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds, language))
  const figures = [
    { label: t('dashboard.wordMedian'), value: duration(medianSeconds) },
    { label: t('dashboard.wordLongest'), value: duration(longestWaitSeconds) },
    { label: t('dashboard.wordAnswered'), value: formatNumber(answered, language) },
    { label: t('dashboard.wordWaiting'), value: formatNumber(waiting, language) },
  ]
  return (
    <section className={own.words} aria-labelledby={id}>
      <h3 id={id} className={classes.subtitle}>
        {t('dashboard.firstWord')}
      </h3>
      <p className={classes.what}>{t('dashboard.firstWordHint')}</p>
      {reports === 0 ? (
        <p>{t('dashboard.noVisitors')}</p>
      ) : (
        <dl className={own.figures}>
          {figures.map(({ label, value }) => (
            <div key={label} className={own.figure}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

const steps = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'day', seconds: 86_400 },
] as const

/** Formats a duration in the largest unit of which it has at least one: 25 min, 3.5 hr, 2 days. */
export const formatDuration = (seconds: number, language: Language): string => {
  const { unit, seconds: size } = steps.findLast((step) => seconds >= step.seconds) ?? steps[0]
  const value = seconds / size
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && unit !== 'minute' ? 1 : 0,
  }).format(value)
}
