import { useTranslation } from 'react-i18next'
import type { EventType } from '#contract'
import { nameOf } from '../../../i18n/names.ts'
import { symbolOf } from '../../../ui/icons/symbols.ts'
import { Tile, Tiles } from '../../../ui/lists/Tiles.tsx'
import classes from './TypeTiles.module.css'

type Props = {
  types: readonly EventType[]
  isSmall?: boolean
  onChoose: (id: string) => void
}

export const TypeTiles = ({ types, isSmall = false, onChoose }: Props) => {
  const { t } = useTranslation()
  return (
    <Tiles label={t('eventForm.type')} isSmall={isSmall} className={isSmall ? undefined : classes.tiles}>
      {types.map((type) => (
        <Tile
          key={type._id}
          icon={symbolOf(type.icon)}
          colour={type.colour}
          name={nameOf(type)}
          onPress={() => onChoose(type._id)}
        />
      ))}
    </Tiles>
  )
}
