import { useTranslation } from 'react-i18next'
import type { EventType } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { symbolOf } from '../../ui/icons/symbols.ts'
import classes from './TypeTiles.module.css'

type Props = { types: readonly EventType[]; onChoose: (id: string) => void }

/** The event types as large tiles, to be chosen with a thumb. */
export const TypeTiles = ({ types, onChoose }: Props) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  return (
    <ul className={classes.tiles} aria-label={t('eventForm.type')}>
      {types.map(({ _id, name, translations, icon, colour }) => {
        const Shape = symbolOf(icon)
        return (
          <li key={_id}>
            <button type="button" className={classes.tile} onClick={() => onChoose(_id)}>
              <span className={classes.sign} style={{ background: colour }} aria-hidden>
                <Shape size={30} stroke={1.75} />
              </span>
              <bdi className={classes.name}>{translations[language]?.name || name}</bdi>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
