import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { displayName, initialOf, type MemberDetails } from '#contract'
import { formatDate, formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ContactButtons } from '../../ui/ContactButtons.tsx'
import { useNow } from '../../ui/now.ts'
import { RichText } from '../../ui/RichText.tsx'
import classes from './MemberCard.module.css'

type Props = { member: MemberDetails; onOpenAoi: (nonce: string) => void }

/** A colleague: who it is, what it can see, where it is, and what it logged. */
export const MemberCard = ({ member, onOpenAoi }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const language = currentLanguage()
  const name = displayName(member) || t('word.guest')
  const services = [member.service, ...member.providedServices].map(({ title }) => title)
  return (
    <div className={classes.card}>
      <div className={classes.who}>
        <Avatar photo={member.photo} initial={initialOf(member)} size={56} />
        <div className={classes.names}>
          <h3 className={classes.name} dir="auto">
            {name}
          </h3>
          <p className={classes.dim}>
            {t('profile.roleAt', { role: member.role?.name ?? t('profile.noRole'), service: member.service.title })}
          </p>
        </div>
        <ContactButtons name={name} phone={member.phone} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{t('team.canSee')}</dt>
          <dd dir="auto">{services.join(', ')}</dd>
        </div>
        <div>
          <dt>{t('team.today')}</dt>
          <dd>
            <bdi>{formatDate(now, language)}</bdi>
          </dd>
        </div>
        {member.location && (
          <div>
            <dt>{t('team.location')}</dt>
            <dd className={classes.place}>
              <IconMapPin size={16} stroke={1.75} aria-hidden />
              <bdi dir="ltr">
                {member.location[1].toFixed(2)}, {member.location[0].toFixed(2)}
              </bdi>
              {member.locationAt && (
                <span className={classes.dim}>{formatRelative(new Date(member.locationAt), now, t, language)}</span>
              )}
            </dd>
          </div>
        )}
      </dl>
      {member.description && <RichText html={member.description} />}
      <section className={classes.log} aria-label={t('team.entries')}>
        <h3 className={classes.heading}>{t('team.entries')}</h3>
        {member.aoiLogs.length === 0 && <p className={classes.dim}>{t('log.none')}</p>}
        <ul className={classes.entries}>
          {member.aoiLogs.map((entry) => (
            <li key={`${entry.nonce}.${entry.datetime}`}>
              <button type="button" className={classes.entry} onClick={() => onOpenAoi(entry.nonce)}>
                <bdi className={classes.aoi}>{entry.aoiName}</bdi>
                <span className={classes.text} dir="auto">
                  {entry.logText}
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
