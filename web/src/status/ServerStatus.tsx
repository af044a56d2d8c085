import { useTranslation } from 'react-i18next'
import type { Status } from '#contract'
import { formatDate, formatNumber, formatRelative, formatTime } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { isolated } from '../i18n/isolated.ts'
import { titleOf } from '../i18n/titles.ts'
import { CountTable } from '../ui/chart/CountTable.tsx'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { Doctor } from './Doctor.tsx'
import { useStatus } from './data.ts'
import classes from './ServerStatus.module.css'

const number = (value: number) => formatNumber(Math.round(value), currentLanguage())
const momentOf = (at: string) => isolated(`${formatDate(new Date(at), currentLanguage())} ${formatTime(new Date(at))}`)

/** How the server has been in the last day, for its owner; read again every minute. */
export const ServerStatus = () => {
  const { t } = useTranslation()
  const { data: status, error, refetch } = useStatus()
  return (
    <section className={classes.section} aria-label={t('status.title')}>
      <h2 className={classes.title}>{t('status.title')}</h2>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {!status && !error && <Skeleton rows={4} label={t('word.loading')} />}
      {status && <Details status={status} />}
      <Doctor />
    </section>
  )
}

const Details = ({ status: { since, hours, routes, errors, services, jobs } }: { status: Status }) => {
  const { t } = useTranslation()
  const ms = (value: number) => isolated(`${number(value)} ms`)
  return (
    <>
      <p className={classes.hint}>{t('status.since', { time: momentOf(since) })}</p>
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

type Bar = { start: string; value: number; text: string }

/** A bar for each hour, the latest last. */
const Hours = ({ title, hours }: { title: string; hours: readonly Bar[] }) => {
  const { t } = useTranslation()
  const peak = hours.reduce((most, hour) => (hour.value > most.value ? hour : most), { start: '', value: 0, text: '0' })
  const timeOf = (start: string | undefined) => (start ? isolated(formatTime(new Date(start))) : '')
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span className={classes.chartTitle}>{title}</span>
        <span className={classes.hint}>{t('status.peak', { value: peak.text })}</span>
      </figcaption>
      <div className={classes.bars} aria-hidden>
        {hours.map(({ start, value, text }) => (
          <span key={start} className={classes.hour} title={`${timeOf(start)}: ${text}`}>
            {value > 0 && <span className={classes.bar} style={{ blockSize: `${(100 * value) / peak.value}%` }} />}
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{timeOf(hours[0]?.start)}</span>
        <span>{t('status.now')}</span>
      </div>
    </figure>
  )
}

const Errors = ({ errors }: Pick<Status, 'errors'>) => {
  const { t } = useTranslation()
  return (
    <section aria-label={t('status.errors')}>
      <h3 className={classes.subtitle}>{t('status.errors')}</h3>
      {errors.length === 0 ? (
        <p className={classes.hint}>{t('status.noErrors')}</p>
      ) : (
        <>
          <ul className={classes.list}>
            {errors.slice(0, 10).map(({ id, at, method, path, code }) => (
              <li key={id}>
                <code dir="ltr">{id}</code>{' '}
                <bdi>
                  {method} {path.replace('/api/cohesion', '')}
                </bdi>
                <span className={classes.hint}>
                  {momentOf(at)} · <bdi>{code}</bdi>
                </span>
              </li>
            ))}
          </ul>
          <p className={classes.hint}>{t('status.errorsHint')}</p>
        </>
      )}
    </section>
  )
}

const Jobs = ({ jobs }: Pick<Status, 'jobs'>) => {
  const { t } = useTranslation()
  return (
    <section aria-label={t('status.jobs')}>
      <h3 className={classes.subtitle}>{t('status.jobs')}</h3>
      <ul className={classes.list}>
        {jobs.map(({ name, lastAt, problems }) => (
          <li key={name}>
            <span>{t(`status.job.${name}`)}</span>
            <span className={classes.hint}>
              {lastAt
                ? t('status.lastRun', { time: formatRelative(new Date(lastAt), new Date(), t, currentLanguage()) })
                : t('status.notYet')}
            </span>
            {problems.length > 0 && (
              <span className={classes.warning}>
                <bdi>{problems.join('; ')}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
