import { IconCalendarEvent, IconLock, IconUsersGroup, IconWorld } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Aoi } from '#contract'
import { currentLanguage } from '../../../i18n/i18n.ts'
import card from '../../../ui/layout/CardFacts.module.css'
import classes from '../card/AoiFacts.module.css'
import { periodText } from '../period.ts'

type Props = { aoi: Aoi; community: string | undefined; groups: readonly string[] }

export const ActivityFacts = ({ aoi, community, groups }: Props) => {
  const { t } = useTranslation()
  const { activity } = aoi.properties
  if (!activity) return null
  const Sign = activity.isPublic ? IconWorld : IconLock
  return (
    <div className={card.facts}>
      <p className={card.line} title={t('activities.when')}>
        <IconCalendarEvent size={18} stroke={1.75} aria-hidden />
        <bdi className={classes.strong}>{periodText(activity, currentLanguage())}</bdi>
      </p>
      {community && (
        <p className={card.line} title={t('activities.community')}>
          <IconUsersGroup size={18} stroke={1.75} aria-hidden />
          <span>
            <bdi>{community}</bdi>
            {groups.map((group) => (
              <span key={group}>
                {' · '}
                <bdi>{group}</bdi>
              </span>
            ))}
          </span>
        </p>
      )}
      <p className={card.line}>
        <Sign size={18} stroke={1.75} aria-hidden />
        {t(activity.isPublic ? 'activities.isOpen' : 'activities.isClosed')}
      </p>
    </div>
  )
}
