import { Button } from '@mantine/core'
import { IconSearchOff, IconShare, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract'
import { titleOf } from '../../../i18n/names.ts'
import { GroupedList } from '../../../ui/lists/GroupedList.tsx'
import { ListPanel } from '../../../ui/lists/ListPanel.tsx'
import { useIdSet } from '../../../ui/lists/use-id-set.ts'
import { useTeam } from './data.ts'
import { MemberRow } from './MemberRow.tsx'
import { type TeamListOptions, type TeamTab, teamItems, teamTabs } from './team-items.ts'

type Props = {
  tab: TeamTab
  onTab: (tab: TeamTab) => void
  find: string
  onFind: (text: string) => void
  order: NonNullable<TeamListOptions['order']>
  selected: string | undefined
  onSelect: (id: string) => void
  sharing?: { onShare?: (userIds: string[]) => void; isBusy: boolean; readiness: Readiness }
  onInvite?: (() => void) | undefined
  notice?: ReactNode
}

export type Readiness = {
  textOf: (member: Member) => string | undefined
  compare: (one: Member, other: Member) => number
}

export const TeamPanel = ({
  tab,
  onTab,
  find,
  onFind,
  order,
  selected,
  onSelect,
  sharing,
  onInvite,
  notice,
}: Props) => {
  const { t } = useTranslation()
  const { data: team, error, refetch } = useTeam()
  const closed = useIdSet()
  const compare = sharing?.readiness.compare
  const { ids: selectedIds, toggle, clear } = useIdSet()
  const { sort, order: direction } = order
  const items = useMemo(
    () => (team ? teamItems(team, { tab, find, closed: closed.ids, order: { sort, order: direction }, compare }) : []),
    [team, tab, find, closed.ids, sort, direction, compare],
  )
  const isSharing = sharing !== undefined
  const press = useCallback(
    ({ _id }: Member) => (isSharing ? toggle(_id) : onSelect(_id)),
    [isSharing, toggle, onSelect],
  )
  // Clears the ticks when selecting ends, so that it starts without any.
  if (!isSharing && selectedIds.size > 0) clear()
  return (
    <ListPanel
      id="team-list"
      tabs={{
        label: t('team.tabs'),
        all: teamTabs.map((id) => ({ id, title: t(`team.tab.${id}`) })),
        selected: tab,
        onChoose: onTab,
      }}
      search={{ label: t('team.search'), value: find, onChange: onFind }}
      notice={notice}
      bottom={
        sharing ? (
          <Button
            fullWidth
            leftSection={<IconShare size={18} stroke={1.75} />}
            disabled={selectedIds.size === 0 || !sharing.onShare}
            loading={sharing.isBusy}
            onClick={() => sharing.onShare?.([...selectedIds])}
          >
            {t('team.share')}
          </Button>
        ) : (
          onInvite && (
            <Button fullWidth leftSection={<IconUserPlus size={18} stroke={1.75} />} onClick={onInvite}>
              {t('team.invite')}
            </Button>
          )
        )
      }
    >
      {(list) => (
        <GroupedList
          list={list}
          label={t('panel.users')}
          listKey={`${tab} ${find}`}
          items={items}
          isLoading={!team && !error}
          problem={error}
          onRetry={refetch}
          empty={
            find
              ? { icon: IconSearchOff, text: t('team.notFound', { find }) }
              : { icon: IconUsers, text: t('empty.users') }
          }
          revealed={selected}
          titleOf={(group) => titleOf(group) || t('profile.noRole')}
          onToggle={({ _id }) => closed.toggle(_id)}
          renderRow={({ member }, tabIndex) => (
            <MemberRow
              member={member}
              tabIndex={tabIndex}
              isSelected={member._id === selected}
              isChecked={isSharing ? selectedIds.has(member._id) : undefined}
              readiness={sharing && (sharing.readiness.textOf(member) ?? '')}
              onPress={press}
            />
          )}
        />
      )}
    </ListPanel>
  )
}
