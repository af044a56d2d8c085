import { IconAlertCircle, IconCalendarEvent } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ACTIVITIES, type PublicPage } from '#contract'
import { titleOf } from '../i18n/titles.ts'
import { symbols } from '../ui/icons/all-symbols.ts'
import { goTo } from './address.ts'
import classes from './Choice.module.css'
import { nameOf } from './data.ts'

/** What can be reported through the link, as large tiles with the types' symbols. */
export const Choice = ({ page, token }: { page: PublicPage; token: string }) => {
  const { t } = useTranslation()
  const hasNothing = page.types.length === 0 && page.activities.length === 0
  return (
    <>
      <h1 className={classes.heading}>{t('visitor.choose')}</h1>
      <p className={classes.intro}>{t('visitor.chooseText', { service: titleOf(page.service) })}</p>
      {hasNothing && <p className={classes.intro}>{t('visitor.nothing')}</p>}
      <ul className={classes.tiles}>
        {page.types.map((type) => {
          const Shape = symbols[type.icon] ?? IconAlertCircle
          return (
            <li key={type._id}>
              <button type="button" className={classes.tile} onClick={() => goTo({ token, type: type._id })}>
                <span className={classes.sign} style={{ background: type.colour }} aria-hidden>
                  <Shape size={30} stroke={1.75} />
                </span>
                <bdi className={classes.name}>{nameOf(type)}</bdi>
              </button>
            </li>
          )
        })}
        {page.activities.length > 0 && (
          <li>
            <button type="button" className={classes.tile} onClick={() => goTo({ token, type: ACTIVITIES })}>
              <span className={classes.sign} data-plain aria-hidden>
                <IconCalendarEvent size={30} stroke={1.75} />
              </span>
              <span className={classes.name}>{t('visitor.activities')}</span>
            </button>
          </li>
        )}
      </ul>
    </>
  )
}
