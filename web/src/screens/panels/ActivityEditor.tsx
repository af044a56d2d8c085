import { Button } from '@mantine/core'
import { IconLock, IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Aoi, mayEver, type Profile } from '#contract'
import { ActivityForm } from '../../core/aoi/form/ActivityForm.tsx'
import { useCommunities, useGroups } from '../../core/community/data.ts'
import { titleOf } from '../../i18n/names.ts'
import { useService } from '../../people/service/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm, openPanel } from '../workspace/workspace.ts'
import { Editable, EditorProblem, usePlacing } from './editor.tsx'

export const ActivityEditor = ({ nonce, profile }: { nonce: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  const actor = actorOf(profile)
  if (nonce)
    return (
      <Editable key={nonce} nonce={nonce} actor={actor} forbidden={t('activityForm.forbiddenEdit')}>
        {(aoi) => (
          <Form draft={`aoi.${profile._id}.edit.${nonce}`} serviceId={aoi.serviceId} profile={profile} aoi={aoi} />
        )}
      </Editable>
    )
  if (!mayEver(actor, 'aoi.create')) return <EmptyState icon={IconLock} text={t('activityForm.forbidden')} />
  return <Form draft={`activity.${profile._id}.new`} serviceId={profile.service._id} profile={profile} />
}

type FormProps = { draft: string; serviceId: string; profile: Profile; aoi?: Aoi }

const Form = ({ draft, serviceId, profile, aoi }: FormProps) => {
  const { t } = useTranslation()
  const { workspace, go, replace } = useWorkspace()
  const placing = usePlacing()
  const communities = useCommunities()
  const groups = useGroups()
  const service = useService(serviceId)
  if (communities.isPending || groups.isPending || service.isPending)
    return <Skeleton rows={6} label={t('word.loading')} />
  if (!communities.data || !groups.data || !service.data) {
    const retry = () => Promise.all([communities.refetch(), groups.refetch(), service.refetch()])
    return <EditorProblem problem={communities.error ?? groups.error ?? service.error} onRetry={retry} />
  }
  const own = communities.data.filter((community) => community.service === serviceId)
  if (own.length === 0) return <NoCommunity profile={profile} />
  return (
    <ActivityForm
      draft={draft}
      aoi={aoi}
      serviceId={serviceId}
      communities={own.map((community) => ({ _id: community._id, name: titleOf(community) }))}
      groups={groups.data}
      regions={service.data.regions}
      start={workspace.at && (workspace.at.length > 10 ? workspace.at : `${workspace.at}T09:00`)}
      onSaved={({ properties: { nonce } }) => replace((now) => ({ ...leaveForm(now), selected: `aoi.${nonce}` }))}
      onKept={() => replace(leaveForm)}
      onLeave={() => go(leaveForm)}
      placing={placing}
    />
  )
}

/** Shown if the service has no community: offers to create one, or names the members who can. */
const NoCommunity = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const mayAdd = mayEver(actorOf(profile), 'community.edit')
  const text = mayAdd
    ? t('activityForm.noCommunities')
    : `${t('activityForm.noCommunities')} ${t('activityForm.askAdmin')}`
  return (
    <EmptyState icon={IconUsersGroup} text={text}>
      {mayAdd && (
        <Button variant="light" onClick={() => go(openPanel(workspace, path, 'groups'))}>
          {t('activityForm.addCommunity')}
        </Button>
      )}
    </EmptyState>
  )
}
