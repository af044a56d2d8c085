import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '#contract'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import colour from '../../ui/text/StateColour.module.css'
import classes from './EntryRows.module.css'
import type { NumberedEntry } from './public-board.ts'

type Props = {
  label: string
  types: Board['types']
  entries: readonly NumberedEntry[]
  photoOf?: (entry: NumberedEntry) => string | null | undefined
  detailOf?: (entry: NumberedEntry) => ReactNode
  actionsOf?: (entry: NumberedEntry) => ReactNode
}

/** Local noon, because a date without a time would be parsed as UTC. */
const dayOf = (date: string): Date => new Date(`${date}T12:00:00`)

export const EntryRows = ({ label, types, entries, photoOf, detailOf, actionsOf }: Props) => {
  const { t } = useTranslation()
  return (
    <ul className={classes.list} aria-label={label}>
      {entries.map((entry) => {
        const type = types[entry.type]
        const photo = photoOf?.(entry)
        return (
          <li key={entry.index} className={classes.row}>
            <span className={classes.dot} style={{ background: type?.colour }} aria-hidden />
            <div className={classes.words}>
              <p className={classes.head}>
                <bdi className={classes.type}>{type && nameOf(type)}</bdi>
                <span className={`${classes.state} ${colour.state}`} data-state={entry.state}>
                  {t(`board.state.${entry.state}`)}
                </span>
              </p>
              {entry.text && (
                <p className={classes.text} dir="auto">
                  {entry.text}
                </p>
              )}
              <p className={classes.meta}>
                <time dateTime={entry.date}>
                  <bdi>{formatDate(dayOf(entry.date), currentLanguage())}</bdi>
                </time>
                {detailOf?.(entry)}
              </p>
              {photo && <img className={classes.photo} src={`${photo}?size=thumb&copy=none`} alt={t('board.photo')} />}
              {actionsOf?.(entry)}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
