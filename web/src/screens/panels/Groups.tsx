import { useCallback } from 'react'
import { mayEver, type Profile } from '#contract'
import { GroupsPanel } from '../../core/community/GroupsPanel.tsx'
import { actorOf } from '../../people/user/data.ts'
import { listOrderOf } from '../workspace/aoi-query.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { selectedId, toggleSelection } from '../workspace/workspace.ts'

export const Groups = ({ profile }: { profile: Profile }) => {
  const { workspace, go, replace } = useWorkspace()
  const select = useCallback((id: string) => go((now) => toggleSelection(now, `group.${id}`)), [go])
  return (
    <GroupsPanel
      find={workspace.find ?? ''}
      onFind={(text) => replace((now) => ({ ...now, find: text || undefined }))}
      order={listOrderOf(workspace, 'groups')}
      selected={selectedId(workspace, 'group')}
      onSelect={select}
      ownService={mayEver(actorOf(profile), 'community.edit') ? profile.service._id : undefined}
      onCreate={() => go({ ...workspace, form: 'group.new' })}
    />
  )
}
