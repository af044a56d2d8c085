import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconSearchOff, IconShare, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract'
import { useIsWide } from '../../ui/browser/wide.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { TabBar } from '../../ui/layout/TabBar.tsx'
import { GROUP_PX, GroupHeader } from '../../ui/lists/GroupHeader.tsx'
import classes from '../../ui/lists/ListPanel.module.css'
import { VirtualList, type VirtualListHandle } from '../../ui/lists/VirtualList.tsx'
import { useServiceTitle } from '../data.ts'
import { useTeam } from './data.ts'
import { MemberRow, ROW_PX } from './MemberRow.tsx'
import { type TeamItem, type TeamTab, teamItems, teamTabs } from './team-items.ts'

type Props = {
  tab: TeamTab
  onTab: (tab: TeamTab) => void
  find: string
  onFind: (text: string) => void
  selected: string | undefined
  onSelect: (id: string) => void
  /** Members are being chosen for something; absent where they are not. */
  sharing?: { onShare?: (userIds: string[]) => void; isBusy: boolean }
  /** Absent for those who may not invite. */
  onInvite?: (() => void) | undefined
  /** What waits for a decision. */
  notice?: ReactNode
}

const keyOf = ({ key }: TeamItem) => key
const heightOf = ({ kind }: TeamItem) => (kind === 'group' ? GROUP_PX : ROW_PX)

/** The people of the visible services, by name, role or service. */
export const TeamPanel = ({ tab, onTab, find, onFind, selected, onSelect, sharing, onInvite, notice }: Props) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const { data: team, error, refetch } = useTeam()
  const serviceTitle = useServiceTitle()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<VirtualListHandle>(null)
  const toolbar = useElementSize()
  const bottom = useElementSize()
  const items = useMemo(() => (team ? teamItems(team, { tab, find, closed }) : []), [team, tab, find, closed])
  const isSharing = sharing !== undefined
  const press = useCallback(
    ({ _id }: Member) => (isSharing ? setChosen((now) => toggled(now, _id)) : onSelect(_id)),
    [isSharing, onSelect],
  )
  // Each round begins with nobody ticked.
  if (!isSharing && chosen.size > 0) setChosen(new Set())
  return (
    <div className={classes.panel}>
      <div ref={toolbar.ref} className={classes.toolbar}>
        <TabBar
          label={t('team.tabs')}
          tabs={teamTabs.map((id) => ({ id, title: t(`team.tab.${id}`) }))}
          chosen={tab}
          controls="team-list"
          onChoose={onTab}
        />
        <SearchField
          label={t('team.search')}
          value={find}
          onChange={onFind}
          onDown={() => list.current?.focusFirst()}
        />
      </div>
      {notice}
      <div id="team-list" role="tabpanel" aria-label={t(`team.tab.${tab}`)} className={classes.content}>
        {error && <ProblemText problem={error} onRetry={() => refetch()} />}
        {!team && !error && <Skeleton rows={6} label={t('word.loading')} />}
        {team && items.length === 0 && (
          <EmptyState
            icon={find ? IconSearchOff : IconUsers}
            text={find ? t('team.notFound', { find }) : t('empty.users')}
          />
        )}
        {items.length > 0 && (
          <VirtualList
            ref={list}
            of={`${tab} ${find}`}
            items={items}
            keyOf={keyOf}
            heightOf={heightOf}
            label={t('panel.users')}
            revealed={selected}
            covered={{ top: isWide ? toolbar.height : 0, bottom: bottom.height }}
            render={(item, tabIndex) =>
              item.kind === 'group' ? (
                <GroupHeader
                  title={tab === 'service' ? serviceTitle(item.group) : item.group.title || t('profile.noRole')}
                  count={item.count}
                  isOpen={item.isOpen}
                  tabIndex={tabIndex}
                  onPress={() => setClosed((now) => toggled(now, item.group._id))}
                />
              ) : (
                <MemberRow
                  member={item.member}
                  tabIndex={tabIndex}
                  isSelected={item.member._id === selected}
                  isChosen={isSharing ? chosen.has(item.member._id) : undefined}
                  onPress={press}
                />
              )
            }
          />
        )}
      </div>
      {!sharing && onInvite && (
        <div ref={bottom.ref} className={classes.bottom}>
          <Button fullWidth leftSection={<IconUserPlus size={18} stroke={1.75} />} onClick={onInvite}>
            {t('team.invite')}
          </Button>
        </div>
      )}
      {sharing && (
        <div ref={bottom.ref} className={classes.bottom}>
          <Button
            fullWidth
            leftSection={<IconShare size={18} stroke={1.75} />}
            disabled={chosen.size === 0 || !sharing.onShare}
            loading={sharing.isBusy}
            onClick={() => sharing.onShare?.([...chosen])}
          >
            {t('team.share')}
          </Button>
        </div>
      )}
    </div>
  )
}

const toggled = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
