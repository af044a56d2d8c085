import { useTranslation } from 'react-i18next'
import { type Aoi, displayName, initialOf } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ContactButtons } from '../../ui/ContactButtons.tsx'
import { useNow } from '../../ui/now.ts'
import classes from './CreatorCard.module.css'

/** Who reported it, and how to reach them. Nobody is named for what was reported without a name. */
export const CreatorCard = ({ aoi }: { aoi: Aoi }) => {
  const { t } = useTranslation()
  const now = useNow()
  const { creator, creationTime } = aoi.properties
  if (!creator) return null
  const name = displayName(creator) || t('word.guest')
  return (
    <div className={classes.card}>
      <Avatar photo={creator.photo} initial={initialOf(creator)} size={45} />
      <div className={classes.who}>
        <p className={classes.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={classes.meta}>
          {t('aoi.created', { time: formatRelative(new Date(creationTime), now, t, currentLanguage()) })}
        </p>
      </div>
      <ContactButtons name={name} phone={creator.phone} />
    </div>
  )
}
