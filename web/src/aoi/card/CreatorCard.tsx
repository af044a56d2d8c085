import { IconMessageCircle, IconPhone, IconUserQuestion } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANONYMOUS, type Aoi, displayName, initialOf } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { chatLink } from '../../ui/chat.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useNow } from '../../ui/now.ts'
import { PhoneDialog } from '../../ui/PhoneDialog.tsx'
import classes from './CreatorCard.module.css'

/** Who reported it, and how to reach them. Nobody is named for what was reported without a name. */
export const CreatorCard = ({ aoi }: { aoi: Aoi }) => {
  const { t } = useTranslation()
  const now = useNow()
  const [isCalling, setIsCalling] = useState(false)
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
  const chat = chatLink(creator.phone)
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
        {aoi.visitor && <p className={classes.meta}>{t('reporter.visitor')}</p>}
        {/* Only a hint: a number proves nothing. */}
        {aoi.visitor !== null && aoi.visitor.samePhone > 0 && (
          <p className={classes.meta}>{t('reporter.samePhone', { count: aoi.visitor.samePhone })}</p>
        )}
      </div>
      <IconButton
        icon={IconMessageCircle}
        label={t('aoi.chat', { name })}
        disabled={!chat}
        onClick={() => window.open(chat, '_blank', 'noopener,noreferrer')}
      />
      <IconButton
        icon={IconPhone}
        label={t('aoi.phone', { name })}
        disabled={!creator.phone}
        onClick={() => setIsCalling(true)}
      />
      {creator.phone && (
        <PhoneDialog isOpen={isCalling} name={name} phone={creator.phone} onClose={() => setIsCalling(false)} />
      )}
    </div>
  )
}
