import { Button } from '@mantine/core'
import { IconBolt, IconId, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { ActionList } from '../../core/action/ActionList.tsx'
import { useActions } from '../../core/action/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { useRoles } from '../../people/role/data.ts'
import { RoleList } from '../../people/role/RoleList.tsx'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { TabBar } from '../../ui/layout/TabBar.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { LoadingState } from './LoadingState.tsx'
import classes from './Settings.module.css'
import { StarterSetOffer } from './StarterSetOffer.tsx'

const tabs = ['roles', 'actions'] as const

export const TeamSettings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const tab = workspace.tab === 'actions' ? 'actions' : 'roles'
  const kind = tab === 'roles' ? 'role' : 'action'
  const mayEdit = mayEver(actorOf(profile), `${kind}.edit`)
  const create = mayEdit && (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} stroke={1.75} />}
      onClick={() => go({ ...workspace, form: `${kind}.new` })}
    >
      {t(`${kind}.create`)}
    </Button>
  )
  const onEdit = mayEdit ? (id: string) => go({ ...workspace, form: `${kind}.edit.${id}` }) : undefined
  return (
    <div className={classes.panel}>
      <div className={classes.toolbar}>
        <TabBar
          label={t('panel.teamssettings')}
          tabs={tabs.map((id) => ({ id, title: t(`teamSettings.${id}`) }))}
          selected={tab}
          controls="team-settings"
          onChoose={(next) => go({ ...workspace, tab: next === 'roles' ? undefined : next })}
        />
      </div>
      <div id="team-settings" role="tabpanel" aria-label={t(`teamSettings.${tab}`)} className={classes.content}>
        {tab === 'roles' ? <Roles profile={profile} onEdit={onEdit} /> : <Actions profile={profile} onEdit={onEdit} />}
      </div>
      {create && <div className={classes.bottom}>{create}</div>}
    </div>
  )
}

type ListProps = { profile: Profile; onEdit: ((id: string) => void) | undefined }

const Roles = ({ profile, onEdit }: ListProps) => {
  const { t } = useTranslation()
  const service = profile.service._id
  const roles = useRoles(service)
  if (!roles.data) return <LoadingState problem={roles.error} onRetry={roles.refetch} />
  if (roles.data.length === 0)
    return (
      <EmptyState icon={IconId} text={t('role.none')}>
        <StarterSetOffer profile={profile} />
      </EmptyState>
    )
  return <RoleList service={service} roles={roles.data} onEdit={onEdit} />
}

const Actions = ({ profile, onEdit }: ListProps) => {
  const { t } = useTranslation()
  const service = profile.service._id
  const actions = useActions(service)
  const roles = useRoles(service)
  if (!actions.data) return <LoadingState problem={actions.error} onRetry={actions.refetch} />
  if (actions.data.length === 0)
    return (
      <EmptyState icon={IconBolt} text={t('action.none')}>
        <StarterSetOffer profile={profile} />
      </EmptyState>
    )
  const roleName = (id: string) => {
    const role = roles.data?.find(({ _id }) => _id === id)
    return role && nameOf(role)
  }
  return <ActionList actions={actions.data} roleName={roleName} onEdit={onEdit} />
}
