import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { useHealth } from './data.ts'
import classes from './ServerSettings.module.css'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

const uptimeOf = (seconds: number) => {
  const whole = (unit: number) => ({ count: Math.floor(seconds / unit) })
  if (seconds >= 2 * DAY) return ['health.days', whole(DAY)] as const
  if (seconds >= 2 * HOUR) return ['health.hours', whole(HOUR)] as const
  return ['health.minutes', whole(MINUTE)] as const
}

export const HealthFacts = () => {
  const { t } = useTranslation()
  const { data: health, error, refetch } = useHealth()
  const number = (value: number) => formatNumber(value, currentLanguage())
  return (
    <SettingsSection title={t('health.title')}>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!health && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {health && (
        <dl className={classes.facts}>
          <dt>{t('health.version')}</dt>
          <dd>
            <bdi>{health.version}</bdi>
          </dd>
          <dt>{t('health.uptime')}</dt>
          <dd>{t(...uptimeOf(health.uptimeSeconds))}</dd>
          <dt>{t('health.database')}</dt>
          <dd>
            <bdi>PostgreSQL {health.database}</bdi>
          </dd>
          <dt>{t('health.answers')}</dt>
          <dd>
            <bdi>{number(health.databaseMs)} ms</bdi>
          </dd>
          <dt>{t('health.size')}</dt>
          <dd>
            <bdi>{number(health.databaseMb)} MB</bdi>
          </dd>
          <dt>{t('health.memory')}</dt>
          <dd>
            <bdi>{number(health.memoryMb)} MB</bdi>
          </dd>
          <dt>{t('health.streams')}</dt>
          <dd>{number(health.liveStreams)}</dd>
          <dt>{t('health.runtime')}</dt>
          <dd>
            <bdi>Node {health.node}</bdi>
          </dd>
        </dl>
      )}
    </SettingsSection>
  )
}
