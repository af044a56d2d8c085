import { useTranslation } from 'react-i18next'
import type { EventType } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { symbolOf } from '../../ui/icons/symbols.ts'
import { Tile, Tiles } from '../../ui/lists/Tiles.tsx'
import classes from './TypeTiles.module.css'

type Props = { types: readonly EventType[]; onChoose: (id: string) => void }

/** The event types as large tiles, to be chosen with a thumb. */
export const TypeTiles = ({ types, onChoose }: Props) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  return (
    <Tiles label={t('eventForm.type')} className={classes.tiles}>
      {types.map(({ _id, name, translations, icon, colour }) => (
        <Tile
          key={_id}
          icon={symbolOf(icon)}
          colour={colour}
          name={translations[language]?.name || name}
          onPress={() => onChoose(_id)}
        />
      ))}
    </Tiles>
  )
}
