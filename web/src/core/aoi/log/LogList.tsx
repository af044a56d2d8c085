import { IconLock, IconSettingsAutomation, IconUserCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { initialOf, type LogEntry } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import { type ChangeWording, entryText } from './entry-text.ts'
import classes from './LogList.module.css'
import { useRevealAdded } from './use-reveal-added.ts'

type Props = {
  entries: readonly LogEntry[]
  recipientName?: (recipientId: string) => string | undefined
  wording?: ChangeWording
  onPhoto: (src: string) => void
  none?: string
}

export const LogList = ({ entries, recipientName, wording, onPhoto, none }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const language = currentLanguage()
  const list = useRevealAdded(entries)
  if (entries.length === 0) return <p className={classes.none}>{none ?? t('log.none')}</p>
  return (
    <ol ref={list} className={classes.list} aria-label={t('log.title')}>
      {entries.map((entry) => (
        <li key={entry._id} data-id={entry._id} className={classes.entry} data-system={entry.isSystem || undefined}>
          {entry.isSystem && !entry.username ? (
            <span className={classes.system} aria-hidden>
              <IconSettingsAutomation size={16} stroke={1.75} />
            </span>
          ) : (
            <Avatar initial={initialOf({ firstName: entry.username })} size={entry.isSystem ? 24 : 32} />
          )}
          <div className={classes.body}>
            <p className={classes.text} dir="auto">
              {entryText(entry, t, language, wording)}
            </p>
            {entry.photo && <EntryPhoto src={entry.photo} author={entry.username} onOpen={onPhoto} />}
            <p className={classes.meta}>
              <bdi>{entry.username || t(entry.authorKind === 'visitor' ? 'log.reporter' : 'log.system')}</bdi>
              {entry.fromReport !== null && <span>{t('log.fromReport', { number: entry.fromReport })}</span>}
              {entry.recipientId && recipientName && (
                <Recipient name={recipientName(entry.recipientId)} author={entry.username} />
              )}
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

const Recipient = ({ name, author }: { name: string | undefined; author: string }) => {
  const { t } = useTranslation()
  return (
    <span className={classes.private} title={t('log.private')}>
      <IconUserCircle size={14} stroke={1.75} role="img" aria-label={t('log.private')} />
      {name && name !== author && <bdi>{name}</bdi>}
    </span>
  )
}

const EntryPhoto = ({ src, author, onOpen }: { src: string; author: string; onOpen: (src: string) => void }) => {
  const { t } = useTranslation()
  return (
    <button type="button" className={classes.photo} aria-haspopup="dialog" onClick={() => onOpen(src)}>
      <img src={`${src}?size=thumb`} alt={t('log.photoBy', { name: author })} loading="lazy" />
    </button>
  )
}
