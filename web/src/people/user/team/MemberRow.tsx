import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, initialOf, type Member } from '#contract'
import { formatDate } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { nameOf } from '../../../i18n/names.ts'
import { Avatar } from '../../../ui/images/Avatar.tsx'
import row from '../../../ui/lists/Row.module.css'
import { Dot, Row } from '../../../ui/lists/Row.tsx'
import classes from './MemberRow.module.css'

type Props = {
  member: Member
  tabIndex: 0 | -1
  isSelected: boolean
  isChecked?: boolean
  /** Distance and duty, shown instead of the date while members are selected for sharing. */
  readiness?: string | undefined
  onPress: (member: Member) => void
}

export const MemberRow = memo(({ member, tabIndex, isSelected, isChecked, readiness, onPress }: Props) => {
  const { t } = useTranslation()
  const name = displayName(member) || t('word.guest')
  const [first] = member.aois
  const others = member.aoisCount > 1 ? t('team.andOthers', { count: member.aoisCount - 1 }) : undefined
  return (
    <Row
      name={name}
      service={member.service._id}
      weight="medium"
      after={
        <span className={classes.date}>{readiness ?? formatDate(new Date(member.createdAt), currentLanguage())}</span>
      }
      picture={
        <span className={classes.avatar}>
          <Avatar photo={member.photo && `${member.photo}?size=thumb`} initial={initialOf(member)} size={45} />
          {member.isOnline && <span className={classes.online} role="img" aria-label={t('team.online')} />}
        </span>
      }
      meta={
        <>
          {member.role && (
            <>
              <bdi className={`${row.cut} ${classes.role}`} title={nameOf(member.role)}>
                {nameOf(member.role)}
              </bdi>
              <Dot />
            </>
          )}
          {first ? (
            <span className={classes.work} title={others ? `${first.name} ${others}` : first.name}>
              <bdi className={row.cut}>{first.name}</bdi>
              {others && <span className={classes.others}>{others}</span>}
            </span>
          ) : (
            <span>{t('team.idle')}</span>
          )}
        </>
      }
      tabIndex={tabIndex}
      isSelected={isSelected}
      isChecked={isChecked}
      onPress={() => onPress(member)}
    />
  )
})
