import { IconUserQuestion } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ANONYMOUS, type Aoi, displayName, initialOf } from '#contract'
import { formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { useNow } from '../../../ui/browser/now.ts'
import { ContactButtons } from '../../../ui/contact/ContactButtons.tsx'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import { OneLine } from '../../../ui/text/OneLine.tsx'
import classes from './CreatorCard.module.css'

export const CreatorCard = ({ aoi }: { aoi: Aoi }) => {
  const { t } = useTranslation()
  const now = useNow()
  const { creator, creationTime } = aoi.properties
  if (aoi.properties.creatorID === ANONYMOUS)
    return (
      <p className={classes.anonymous}>
        <IconUserQuestion size={18} stroke={1.75} aria-hidden />
        {t('reporter.anonymous')}
      </p>
    )
  if (!creator) return null
  const name = displayName(creator) || t('word.guest')
  return (
    <div className={classes.card}>
      <Avatar photo={creator.photo} initial={initialOf(creator)} size={45} />
      <div className={classes.who}>
        <OneLine text={name} className={classes.name} />
        <p className={classes.meta}>
          {t('aoi.created', { time: formatRelative(new Date(creationTime), now, t, currentLanguage()) })}
        </p>
        {aoi.visitor && <p className={classes.meta}>{t('reporter.visitor')}</p>}
        {/* Only a hint, because visitors can enter any phone number. */}
        {aoi.visitor !== null && aoi.visitor.samePhone > 0 && (
          <p className={classes.meta}>{t('reporter.samePhone', { count: aoi.visitor.samePhone })}</p>
        )}
      </div>
      <ContactButtons name={name} phone={creator.phone} />
    </div>
  )
}
