import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { displayName, type GroupSummary } from '#contract'
import { formatDate, formatNumber } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { Avatar } from '../../ui/images/Avatar.tsx'
import row from '../../ui/lists/Row.module.css'
import { Dot, Row } from '../../ui/lists/Row.tsx'
import { OneLine } from '../../ui/text/OneLine.tsx'

type Props = { group: GroupSummary; isSelected: boolean; onPress: () => void }

export const GroupRow = ({ group, isSelected, onPress }: Props) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  const name = nameOf(group)
  const { photo, admin, createdAt, membersCount } = group
  return (
    <Row
      name={name}
      service={group.service}
      picture={<Avatar photo={photo && `${photo}?size=thumb`} initial={([...name][0] ?? '').toUpperCase()} size={44} />}
      meta={
        <>
          <OneLine text={(admin && displayName(admin)) || t('groups.noAdmin')} />
          <Dot />
          <time dateTime={createdAt}>
            <bdi>{formatDate(new Date(createdAt), language)}</bdi>
          </time>
        </>
      }
      end={
        <span className={row.count} title={t('groups.members', { count: membersCount })}>
          <IconUsers size={14} stroke={1.75} aria-hidden />
          {formatNumber(membersCount, language)}
        </span>
      }
      isSelected={isSelected}
      onPress={onPress}
    />
  )
}
