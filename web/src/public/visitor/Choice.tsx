import { IconAlertCircle, IconCalendarEvent } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ACTIVITIES, type PublicPage } from '#contract'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { symbols } from '../../ui/icons/all-symbols.ts'
import { Tile, Tiles } from '../../ui/lists/Tiles.tsx'
import { goTo } from './address.ts'
import classes from './Choice.module.css'

export const Choice = ({ page, token, at }: { page: PublicPage; token: string; at: string | null }) => {
  const { t } = useTranslation()
  const hasNothing = page.types.length === 0 && page.activities.length === 0
  return (
    <>
      <p className={classes.emergency}>{t('visitor.emergency')}</p>
      <h1 className={classes.heading}>{t('visitor.choose')}</h1>
      <p className={classes.intro}>{t('visitor.chooseText', { service: titleOf(page.service) })}</p>
      {hasNothing && <p className={classes.intro}>{t('visitor.nothing')}</p>}
      <Tiles className={classes.tiles}>
        {page.types.map((type) => (
          <Tile
            key={type._id}
            icon={symbols[type.icon] ?? IconAlertCircle}
            colour={type.colour}
            name={nameOf(type)}
            onPress={() => goTo({ token, type: type._id, at })}
          />
        ))}
        {page.activities.length > 0 && (
          <Tile
            icon={IconCalendarEvent}
            name={t('visitor.activities')}
            onPress={() => goTo({ token, type: ACTIVITIES })}
          />
        )}
      </Tiles>
    </>
  )
}
