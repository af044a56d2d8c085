import { IconArrowNarrowRight, IconMessage, IconMicrophone, IconVideo } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type SensorLog, severityOf } from '#contract'
import { formatDate, formatNumber, formatRelative, formatTime } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { stateText } from '../StateBadge.tsx'
import classes from './SensorLogs.module.css'

const icons = { state: IconArrowNarrowRight, text: IconMessage, audio: IconMicrophone, video: IconVideo }

export const SensorLogs = ({ logs, count }: { logs: readonly SensorLog[]; count: number }) => {
  const { t } = useTranslation()
  const now = useNow()
  const language = currentLanguage()
  if (logs.length === 0) return <p className={classes.none}>{t('sensor.noLogs')}</p>
  return (
    <>
      <ol className={classes.list}>
        {logs.map((log) => {
          const Sign = icons[log.type]
          const at = new Date(log.datetime)
          return (
            <li key={log.id} className={classes.entry}>
              <span
                className={classes.sign}
                data-type={log.type}
                data-severity={log.state ? severityOf(log.state) : undefined}
              >
                <Sign size={16} stroke={2} aria-hidden />
              </span>
              <div className={classes.body}>
                <p className={classes.text} dir="auto">
                  {textOf(log, t)}
                </p>
                <p className={classes.meta}>
                  {log.username && (
                    <span>
                      <bdi>{log.username}</bdi>
                      {' · '}
                    </span>
                  )}
                  <time dateTime={log.datetime} title={`${formatDate(at, language)} ${formatTime(at)}`}>
                    {formatRelative(at, now, t, language)}
                  </time>
                  {' · '}
                  <bdi>{formatTime(at)}</bdi>
                </p>
              </div>
            </li>
          )
        })}
      </ol>
      {count > logs.length && (
        <p className={classes.none}>{t('sensor.olderLogs', { number: formatNumber(count - logs.length, language) })}</p>
      )}
    </>
  )
}

const textOf = ({ type, state, previousState, text }: SensorLog, t: TFunction): string => {
  if (type === 'state') {
    if (state === previousState) return t('sensor.acknowledged')
    const change = t('sensor.stateChange', { from: stateText(previousState ?? '', t), to: stateText(state ?? '', t) })
    return text ? `${change}: ${text}` : change
  }
  return text || t(type === 'video' ? 'sensor.video' : 'sensor.audio')
}
