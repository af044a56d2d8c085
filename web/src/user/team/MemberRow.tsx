import { IconCheck } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, initialOf, type Member } from '#contract'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import classes from './MemberRow.module.css'

type Props = {
  member: Member
  tabIndex: 0 | -1
  isSelected: boolean
  /** Where members are chosen for sharing, whether this one is. */
  isChosen?: boolean
  onPress: (member: Member) => void
}

export const ROW_PX = 64

/** A member: who, since when, in which role, and what is on their hands. */
export const MemberRow = memo(({ member, tabIndex, isSelected, isChosen, onPress }: Props) => {
  const { t } = useTranslation()
  const name = displayName(member) || t('word.guest')
  const [first] = member.aois
  const others = member.aoisCount > 1 ? t('team.andOthers', { count: member.aoisCount - 1 }) : undefined
  return (
    <button
      type="button"
      data-main
      className={classes.row}
      tabIndex={tabIndex}
      data-selected={isSelected || undefined}
      {...(isChosen === undefined
        ? { 'aria-pressed': isSelected }
        : { role: 'checkbox', 'aria-checked': isChosen, 'aria-label': name })}
      onClick={() => onPress(member)}
    >
      {isChosen !== undefined && (
        <span className={classes.box} aria-hidden>
          {isChosen && <IconCheck size={16} stroke={2.5} />}
        </span>
      )}
      <span className={classes.avatar}>
        <Avatar photo={member.photo && `${member.photo}?size=thumb`} initial={initialOf(member)} size={45} />
        {member.isOnline && <span className={classes.online} role="img" aria-label={t('team.online')} />}
      </span>
      <span className={classes.text}>
        <span className={classes.name}>
          <bdi title={name}>{name}</bdi>
          <span className={classes.date}>{formatDate(new Date(member.createdAt), currentLanguage())}</span>
        </span>
        <span className={classes.meta}>
          {/* The dot between them belongs to the line, not to either text's own direction. */}
          {member.role && (
            <span className={classes.role} title={member.role.name}>
              <bdi>{member.role.name}</bdi>
            </span>
          )}
          {first ? (
            <span className={classes.work} title={others ? `${first.name} ${others}` : first.name}>
              <bdi>{first.name}</bdi>
              {others && <span className={classes.others}>{others}</span>}
            </span>
          ) : (
            <span>{t('team.idle')}</span>
          )}
        </span>
      </span>
    </button>
  )
})
