import { Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconPlus, IconSearchOff, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Community, GroupSummary } from '#contract'
import { titleOf } from '../../i18n/names.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import panel from '../../ui/lists/ListPanel.module.css'
import type { ListOrder } from '../../ui/lists/list-order.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { OneLine } from '../../ui/text/OneLine.tsx'
import { CommunityDialog } from './CommunityDialog.tsx'
import { useCommunities, useGroups } from './data.ts'
import { GroupRow } from './GroupRow.tsx'
import classes from './GroupsPanel.module.css'
import { useRemoveCommunity } from './group-data.ts'
import { groupSections } from './group-sections.ts'

type Props = {
  find: string
  onFind: (text: string) => void
  order: ListOrder
  selected: string | undefined
  onSelect: (id: string) => void
  /** Id of the member's own service, if the member may edit communities there. */
  ownService: string | undefined
  onCreate: () => void
}

export const GroupsPanel = ({ find, onFind, order, selected, onSelect, ownService, onCreate }: Props) => {
  const { t } = useTranslation()
  const communities = useCommunities()
  const groups = useGroups()
  const [edited, setEdited] = useState<Community | 'new'>()
  const query = find.trim()
  // Waits for the groups, because without them every community would look empty.
  const shown =
    groups.data &&
    communities.data &&
    groupSections({ communities: communities.data, groups: groups.data }, { find, order })
  const problem = communities.error ?? groups.error
  const retry = () => Promise.all([communities.refetch(), groups.refetch()])
  const mayAdd = ownService !== undefined
  return (
    <div className={panel.panel}>
      <div className={panel.toolbar}>
        <SearchField label={t('groups.search')} value={find} onChange={onFind} onDown={() => {}} />
      </div>
      <div className={panel.content}>
        {problem && (
          <div className={classes.problem}>
            <ProblemText problem={problem} onRetry={retry} />
          </div>
        )}
        {!shown && !problem && <Skeleton rows={6} label={t('word.loading')} />}
        {shown?.length === 0 && (
          <EmptyState
            icon={query ? IconSearchOff : IconUsersGroup}
            text={query ? t('groups.notFound', { find }) : t(mayAdd ? 'groups.start' : 'empty.groups')}
          >
            {mayAdd && !query && (
              <Button
                variant="light"
                leftSection={<IconPlus size={18} stroke={1.75} />}
                onClick={() => setEdited('new')}
              >
                {t('groups.newCommunity')}
              </Button>
            )}
          </EmptyState>
        )}
        {shown?.map(({ community, groups }) => (
          <CommunitySection
            key={community._id}
            community={community}
            groups={groups}
            selected={selected}
            onSelect={onSelect}
            onRename={community.service === ownService ? () => setEdited(community) : undefined}
          />
        ))}
      </div>
      {/* Hidden while there is no community, because a group needs one, and the button above creates the first. */}
      {mayAdd && shown && (shown.length > 0 || query) && (
        <div className={`${panel.bottom} ${classes.buttons}`}>
          <Button variant="default" onClick={() => setEdited('new')}>
            {t('groups.newCommunity')}
          </Button>
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} />}
            disabled={!communities.data?.some(({ service }) => service === ownService)}
            onClick={onCreate}
          >
            {t('groups.newGroup')}
          </Button>
        </div>
      )}
      {edited && (
        <CommunityDialog community={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </div>
  )
}

type SectionProps = {
  community: Community
  groups: readonly GroupSummary[]
  selected: string | undefined
  onSelect: (id: string) => void
  onRename: (() => void) | undefined
}

const CommunitySection = ({ community, groups, selected, onSelect, onRename }: SectionProps) => {
  const { t } = useTranslation()
  const name = titleOf(community)
  return (
    <section aria-label={name}>
      <header className={classes.community}>
        <h3 className={classes.title}>
          <OneLine text={name} />
        </h3>
        {onRename && <CommunityMenu community={community} name={name} onRename={onRename} />}
      </header>
      {groups.length === 0 && <p className={classes.none}>{t('groups.none')}</p>}
      <ul className={classes.list}>
        {groups.map((group) => (
          <li key={group._id}>
            <GroupRow group={group} isSelected={group._id === selected} onPress={() => onSelect(group._id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type MenuProps = { community: Community; name: string; onRename: () => void }

const CommunityMenu = ({ community, name, onRename }: MenuProps) => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveCommunity()
  const yes = () => {
    setIsAsking(false)
    remove
      .mutateAsync(community._id)
      .then(() => toast({ message: t('groups.communityDeleted', { name }) }))
      .catch(toastProblem)
  }
  return (
    <>
      <Menu position="bottom-end" offset={4} shadow="md" transitionProps={{ duration: 120 }}>
        <Menu.Target>
          <IconButton icon={IconDots} label={t('groups.communityOptions', { name })} size={36} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item mih={44} leftSection={<IconPencil size={20} stroke={1.75} />} onClick={onRename}>
            {t('groups.rename')}
          </Menu.Item>
          <Menu.Item mih={44} leftSection={<IconTrash size={20} stroke={1.75} />} onClick={() => setIsAsking(true)}>
            {t('word.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('groups.deleteCommunity', { name })}
        message={t('groups.deleteCommunityText', { name })}
        yes={t('word.delete')}
        color="red"
        onYes={yes}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
