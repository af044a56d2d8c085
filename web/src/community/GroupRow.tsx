import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { displayName, type GroupSummary } from '#contract'
import { formatDate, formatNumber } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { Avatar } from '../ui/images/Avatar.tsx'
import { OneLine } from '../ui/text/OneLine.tsx'
import classes from './GroupRow.module.css'

type Props = { group: GroupSummary; isSelected: boolean; onPress: () => void }

/** A group: its photo, who leads it, since when, and how many are in it. */
export const GroupRow = ({ group, isSelected, onPress }: Props) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  const { name, photo, admin, createdAt, membersCount } = group
  return (
    <button
      type="button"
      className={classes.row}
      aria-pressed={isSelected}
      data-selected={isSelected || undefined}
      onClick={onPress}
    >
      <Avatar photo={photo && `${photo}?size=thumb`} initial={([...name][0] ?? '').toUpperCase()} size={44} />
      <span className={classes.text}>
        <OneLine text={name} />
        <span className={classes.meta}>
          <OneLine text={(admin && displayName(admin)) || t('groups.noAdmin')} />
          <span aria-hidden>·</span>
          <time dateTime={createdAt}>
            <bdi>{formatDate(new Date(createdAt), language)}</bdi>
          </time>
        </span>
      </span>
      <span className={classes.count} title={t('groups.members', { count: membersCount })}>
        <IconUsers size={14} stroke={1.75} aria-hidden />
        {formatNumber(membersCount, language)}
      </span>
    </button>
  )
}
