import { useTranslation } from 'react-i18next'
import { backupProblemText, type Status } from '#contract'
import { formatNumber, formatRelative, momentText } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { titleOf } from '../../i18n/names.ts'
import { CountTable } from '../../ui/chart/CountTable.tsx'
import { HourBars, hourText, peakOf } from '../../ui/chart/HourBars.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsList } from '../../ui/layout/SettingsList.tsx'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { Doctor } from './Doctor.tsx'
import { useStatus } from './data.ts'
import classes from './ServerStatus.module.css'
import { StateNow } from './StateNow.tsx'
import { Troubles } from './Troubles.tsx'

const number = (value: number) => formatNumber(Math.round(value), currentLanguage())

export const ServerStatus = () => {
  const { t } = useTranslation()
  const { data: status, error, refetch } = useStatus()
  return (
    <SettingsSection title={t('status.title')}>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!status && !error && <Skeleton rows={4} label={t('word.loading')} />}
      {status && <Details status={status} />}
      <Doctor />
    </SettingsSection>
  )
}

const Details = ({ status }: { status: Status }) => {
  const { now, backup, since, hours, routes, errors, services, jobs } = status
  const { t } = useTranslation()
  const ms = (value: number) => isolated(`${number(value)} ms`)
  return (
    <>
      {backup.isTooOld && (
        <p className={parts.warning} role="alert">
          {t('status.backupOld')}
        </p>
      )}
      <Troubles {...status} />
      <div className={classes.charts}>
        <Hours
          title={t('status.requests')}
          hours={hours.map(({ start, requests }) => ({ start, value: requests, text: number(requests) }))}
        />
        <Hours
          title={t('status.meanMs')}
          hours={hours.map(({ start, meanMs }) => ({ start, value: meanMs ?? 0, text: ms(meanMs ?? 0) }))}
        />
        <Hours
          title={t('status.failures')}
          hours={hours.map(({ start, failures }) => ({ start, value: failures, text: number(failures) }))}
        />
      </div>
      <StateNow {...now} />
      <Errors errors={errors} />
      <CountTable
        isTable
        title={t('status.slowest')}
        columns={[t('status.route'), t('status.count'), t('status.mean'), t('status.most')]}
        none={t('status.noRoutes')}
        rows={routes.map(({ method, path, count, meanMs, mostMs }) => ({
          key: `${method} ${path}`,
          label: `${method} ${path.replace('/api/cohesion', '')}`,
          size: meanMs,
          cells: [number(count), ms(meanMs), ms(mostMs)],
        }))}
      />
      <p className={parts.hint}>{t('status.since', { time: momentText(since) })}</p>
      <CountTable
        isTable
        title={t('status.services')}
        columns={[t('status.service'), t('status.events'), t('status.sensors'), t('status.files')]}
        rows={services.map(({ service, events, sensors, fileBytes }) => ({
          key: service._id,
          label: titleOf(service),
          size: events,
          cells: [
            number(events),
            number(sensors),
            t('status.fileSize', { size: Math.round(fileBytes / 100_000) / 10 }),
          ],
        }))}
      />
      <Jobs jobs={jobs} />
    </>
  )
}

type Value = { start: string; value: number; text: string }

const Hours = ({ title, hours }: { title: string; hours: readonly Value[] }) => {
  const { t } = useTranslation()
  const bars = hours.map(({ start, value, text }) => ({ start, value, label: `${hourText(start)}: ${text}` }))
  const caption = (
    <>
      <span className={classes.chartTitle}>{title}</span>
      <span className={parts.hint}>{t('status.peak', { value: peakOf(hours)?.text ?? '0' })}</span>
    </>
  )
  return <HourBars height={40} caption={caption} hours={bars} now={t('status.now')} />
}

const Errors = ({ errors }: Pick<Status, 'errors'>) => {
  const { t } = useTranslation()
  return (
    <section aria-label={t('status.errors')}>
      <h3 className={parts.subtitle}>{t('status.errors')}</h3>
      <SettingsList
        rows={errors.slice(0, 10).map(({ id, at, method, path, code }) => ({
          key: id,
          text: (
            <>
              <code dir="ltr">{id}</code>{' '}
              <bdi>
                {method} {path.replace('/api/cohesion', '')}
              </bdi>
            </>
          ),
          meta: (
            <>
              {momentText(at)} · <bdi>{code}</bdi>
            </>
          ),
        }))}
      />
      <p className={parts.hint}>{t(errors.length === 0 ? 'status.noErrors' : 'status.errorsHint')}</p>
    </section>
  )
}

const Jobs = ({ jobs }: Pick<Status, 'jobs'>) => {
  const { t } = useTranslation()
  const lastRun = (at: string) => formatRelative(new Date(at), new Date(), t, currentLanguage())
  return (
    <section aria-label={t('status.jobs')}>
      <h3 className={parts.subtitle}>{t('status.jobs')}</h3>
      <SettingsList
        rows={jobs.map(({ name, lastAt, problems }) => ({
          key: name,
          text: t(`status.job.${name}`),
          meta: (
            <>
              {lastAt ? t('status.lastRun', { time: lastRun(lastAt) }) : t('status.notYet')}
              {problems.length > 0 && (
                <div className={parts.warning}>
                  <bdi>{problems.map((problem) => backupProblemText(problem, currentLanguage())).join('; ')}</bdi>
                </div>
              )}
            </>
          ),
        }))}
      />
    </section>
  )
}
