import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PublicEntry } from '#contract'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted } from '../../i18n/isolated.ts'
import { nameOf } from '../../i18n/names.ts'
import { Answer, type AnswerProps } from './Answer.tsx'
import classes from './Thread.module.css'

type Props = {
  entries: readonly PublicEntry[]
  service: string
  answer: AnswerProps | undefined
}

export const Thread = ({ entries, service, answer }: Props) => {
  const { t } = useTranslation()
  return (
    <div className={classes.thread}>
      {answer && <Answer key={answer.aoiId} {...answer} service={service} hasEntries={entries.length > 0} />}
      {entries.length === 0 && <p className={classes.none}>{t('visitor.noEntries')}</p>}
      <ol className={classes.list} aria-label={t('visitor.updates')}>
        {entries.map((entry) => (
          <li key={entry._id} className={classes.entry} data-mine={entry.isMine || undefined}>
            <p className={classes.text} dir="auto">
              {textOf(entry, t)}
            </p>
            {entry.photo && (
              <a href={`${entry.photo}?copy=none`} target="_blank" rel="noreferrer">
                <img className={classes.photo} src={`${entry.photo}?size=thumb&copy=none`} alt={t('visitor.photo')} />
              </a>
            )}
            <p className={classes.meta}>
              <bdi>{entry.isMine ? t('visitor.you') : service}</bdi>
              <Moment at={entry.datetime} />
              {entry.isPrivate && !entry.isMine && <span>{t('visitor.private')}</span>}
              {entry.review && (
                <span>{t(entry.review === 'waiting' ? 'visitor.photoWaits' : 'visitor.photoRefused')}</span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

const textOf = ({ action, text, feedback }: PublicEntry, t: TFunction): string => {
  if (feedback) return t(`visitor.said.${feedback}`)
  const logged = action && [nameOf(action), action.value].filter(Boolean).join(': ')
  return dotted([logged, text !== action?.name && text])
}

export const Moment = ({ at }: { at: string }) => {
  const date = new Date(at)
  return (
    <time dateTime={at}>
      <bdi>{formatDate(date, currentLanguage())}</bdi> <bdi>{formatTime(date)}</bdi>
    </time>
  )
}
