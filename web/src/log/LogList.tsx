import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { initialOf, type LogEntry } from '#contract'
import { formatRelative } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { useNow } from '../ui/now.ts'
import { entryText } from './entry-text.ts'
import classes from './LogList.module.css'

/** What was logged, newest first. What only members see has a lock. */
export const LogList = ({ entries }: { entries: readonly LogEntry[] }) => {
  const { t } = useTranslation()
  const now = useNow()
  const language = currentLanguage()
  if (entries.length === 0) return <p className={classes.none}>{t('log.none')}</p>
  return (
    <ol className={classes.list} aria-label={t('log.title')}>
      {entries.map((entry) => (
        <li key={entry._id} className={classes.entry} data-system={entry.isSystem || undefined}>
          <Avatar initial={initialOf({ firstName: entry.username })} size={entry.isSystem ? 24 : 32} />
          <div className={classes.body}>
            <p className={classes.text} dir="auto">
              {entryText(entry, t, language)}
            </p>
            <p className={classes.meta}>
              <bdi>{entry.username || t('log.system')}</bdi>
              <time dateTime={entry.datetime}>{formatRelative(new Date(entry.datetime), now, t, language)}</time>
              {entry.restricted && !entry.isSystem && (
                <span title={t('log.restricted')}>
                  <IconLock size={14} stroke={1.75} role="img" aria-label={t('log.restricted')} />
                </span>
              )}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
