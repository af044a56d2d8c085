import { IconCalendar, IconMapPin, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { displayName, type Group, initialOf, textIn } from '#contract'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { latLong } from '../../map/places/Address.tsx'
import { ContactButtons } from '../../ui/contact/ContactButtons.tsx'
import { Avatar } from '../../ui/images/Avatar.tsx'
import facts from '../../ui/layout/CardFacts.module.css'
import { OtherService } from '../../ui/layout/OtherService.tsx'
import { OneLine } from '../../ui/text/OneLine.tsx'
import { RichText } from '../../ui/text/RichText.tsx'
import classes from './GroupCard.module.css'

export const GroupCard = ({ group, community }: { group: Group; community: string | undefined }) => {
  const { t } = useTranslation()
  const name = nameOf(group)
  const description = textIn(group, 'description', currentLanguage())
  const { photo, admin, membersCount, createdAt } = group
  const { oldLocation } = group
  const leader = (admin && displayName(admin)) || t('groups.noAdmin')
  return (
    <>
      <div className={classes.head}>
        <Avatar photo={photo} initial={([...name][0] ?? '').toUpperCase()} size={56} />
        <div className={classes.names}>
          <h3 className={facts.name}>
            <bdi>{name}</bdi>
          </h3>
          <p className={classes.dim}>{t('groups.members', { count: membersCount })}</p>
        </div>
      </div>
      <div className={facts.facts}>
        {community && (
          <p className={facts.line}>
            <IconUsersGroup size={18} stroke={1.75} aria-hidden />
            <bdi>{community}</bdi>
          </p>
        )}
        <p className={facts.line}>
          <IconCalendar size={18} stroke={1.75} aria-hidden />
          <time dateTime={createdAt}>
            {t('groups.created', { date: formatDate(new Date(createdAt), currentLanguage()) })}
          </time>
        </p>
        <p className={facts.line}>
          <IconMapPin size={18} stroke={1.75} aria-hidden />
          <bdi>
            {group.location ||
              (oldLocation
                ? t('place.latLong', { place: latLong([oldLocation.longitude, oldLocation.latitude]) })
                : t('form.unknownAddress'))}
          </bdi>
        </p>
        <OtherService id={group.service} />
      </div>
      <div className={classes.leader}>
        <Avatar photo={admin?.photo ?? null} initial={initialOf(admin ?? {})} size={45} />
        <div className={classes.names}>
          <OneLine text={leader} className={classes.who} />
          {admin && <p className={classes.dim}>{t('groups.leader')}</p>}
        </div>
        <ContactButtons name={admin ? leader : undefined} phone={admin?.phone ?? null} />
      </div>
      {description && <RichText html={description} />}
    </>
  )
}
