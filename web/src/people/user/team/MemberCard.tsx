import { IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, initialOf, isStalePosition, type MemberDetails, textIn } from '#contract'
import { formatDate, formatRelative } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { isolatedHere } from '../../../i18n/isolated.ts'
import { nameOf, titleOf } from '../../../i18n/names.ts'
import { Address } from '../../../map/places/Address.tsx'
import { useNow } from '../../../ui/browser/now.ts'
import { ContactButtons } from '../../../ui/contact/ContactButtons.tsx'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import { RichText } from '../../../ui/text/RichText.tsx'
import classes from './MemberCard.module.css'

type Props = {
  member: MemberDetails
  onOpenAoi: (nonce: string) => void
  children?: ReactNode
}

export const MemberCard = ({ member, onOpenAoi, children }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const language = currentLanguage()
  const name = displayName(member) || t('word.guest')
  return (
    <div className={classes.card}>
      <div className={classes.who}>
        <Avatar photo={member.photo} initial={initialOf(member)} size={56} />
        <div className={classes.names}>
          <h3 className={classes.name}>
            <bdi>{name}</bdi>
          </h3>
          <p className={classes.dim}>
            {t('profile.roleAt', {
              role: member.role ? nameOf(member.role) : t('profile.noRole'),
              service: titleOf(member.service),
            })}
          </p>
          <p className={classes.dim}>
            <span className={classes.online} data-online={member.isOnline || undefined}>
              {t(member.isOnline ? 'team.online' : 'team.offline')}
            </span>{' '}
            · {t(`userType.${member.type}`)}
          </p>
        </div>
        <ContactButtons name={name} phone={member.phone} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{t('team.canSee')}</dt>
          <dd>
            <bdi>
              {[member.service, ...member.providedServices].map((one) => isolatedHere(titleOf(one))).join(', ')}
            </bdi>
          </dd>
        </div>
        <div>
          <dt>{t('team.today')}</dt>
          <dd>
            <bdi>{formatDate(now, language)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('team.location')}</dt>
          <dd>
            <LastLocation member={member} now={now} />
          </dd>
        </div>
      </dl>
      {member.description && <RichText html={member.description} />}
      {children}
      <section className={classes.log} aria-label={t('team.entries')}>
        <h3 className={classes.heading}>{t('team.entries')}</h3>
        {member.aoiLogs.length === 0 && <p className={classes.dim}>{t('log.none')}</p>}
        <ul className={classes.entries}>
          {member.aoiLogs.map((entry) => (
            <li key={`${entry.nonce}.${entry.datetime}`}>
              <button type="button" className={classes.entry} onClick={() => onOpenAoi(entry.nonce)}>
                <bdi className={classes.aoi}>{entry.aoiName}</bdi>
                <span className={classes.text}>
                  <bdi>{textIn(entry, 'logText', language)}</bdi>
                </span>
                <span className={classes.dim}>{formatRelative(new Date(entry.datetime), now, t, language)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

const LastLocation = ({ member: { location, locationAt }, now }: { member: MemberDetails; now: Date }) => {
  const { t } = useTranslation()
  if (!location) return <span className={classes.dim}>{t('team.noLocation')}</span>
  return (
    <span className={classes.place} data-stale={isStalePosition(locationAt, now) || undefined}>
      <IconMapPin size={16} stroke={1.75} aria-hidden />
      <Address at={location} />
      {locationAt && (
        <span className={classes.dim}>{formatRelative(new Date(locationAt), now, t, currentLanguage())}</span>
      )}
    </span>
  )
}
