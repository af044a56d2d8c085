import { IconFileSearch, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { displayName, type Group, may, mayEver, Problem, type Profile } from '#contract'
import { useCommunities } from '../../core/community/data.ts'
import { GroupForm } from '../../core/community/GroupForm.tsx'
import { useGroup } from '../../core/community/group-data.ts'
import { nameOf, titleOf } from '../../i18n/names.ts'
import { useService } from '../../people/service/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { useTeam } from '../../people/user/team/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm } from '../workspace/workspace.ts'
import { EditorProblem, usePlacing } from './editor.tsx'

export const GroupEditor = ({ id, profile }: { id: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  if (!mayEver(actorOf(profile), 'community.edit'))
    return <EmptyState icon={IconLock} text={t('groupForm.forbidden')} />
  return id ? <Edit key={id} id={id} profile={profile} /> : <Form profile={profile} group={undefined} />
}

const Edit = ({ id, profile }: { id: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { data: group, error, isPending, refetch } = useGroup(id)
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (error instanceof Problem && error.code === 'notFound')
    return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (!group) return <EditorProblem problem={error} onRetry={refetch} />
  if (!may(actorOf(profile), 'community.edit', { serviceId: group.service }))
    return <EmptyState icon={IconLock} text={t('groupForm.forbidden')} />
  return <Form profile={profile} group={group} />
}

const Form = ({ profile, group }: { profile: Profile; group: Group | undefined }) => {
  const { t } = useTranslation()
  const { replace } = useWorkspace()
  const placing = usePlacing()
  const serviceId = profile.service._id
  const communities = useCommunities()
  const team = useTeam()
  const service = useService(serviceId)
  if (communities.isPending || team.isPending || service.isPending)
    return <Skeleton rows={6} label={t('word.loading')} />
  if (!communities.data || !team.data || !service.data) {
    const retry = () => Promise.all([communities.refetch(), team.refetch(), service.refetch()])
    return <EditorProblem problem={communities.error ?? team.error ?? service.error} onRetry={retry} />
  }
  const own = communities.data.filter((community) => community.service === serviceId)
  const members = team.data.total.filter((member) => member.service._id === serviceId)
  return (
    <GroupForm
      draft={`group.${profile._id}.${group?._id ?? 'new'}`}
      group={group}
      communities={own.map((community) => ({ _id: community._id, name: titleOf(community) }))}
      members={members.map((member) => ({ _id: member._id, name: displayName(member) }))}
      localMaps={service.data.localMaps.map((plan) => ({ _id: plan._id, name: nameOf(plan) }))}
      me={profile._id}
      placing={placing}
      onDone={({ _id }) => replace((now) => ({ ...leaveForm(now), selected: `group.${_id}` }))}
    />
  )
}
