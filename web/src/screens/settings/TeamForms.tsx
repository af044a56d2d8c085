import { IconFileSearch, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { ActionForm } from '../../core/action/ActionForm.tsx'
import { useActions } from '../../core/action/data.ts'
import { useEventTypes } from '../../core/aoi/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { rolesToChoose, useMetricNames, useRoles } from '../../people/role/data.ts'
import { RoleForm } from '../../people/role/RoleForm.tsx'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm } from '../workspace/workspace.ts'
import { LoadingState, retry } from './LoadingState.tsx'
import classes from './Settings.module.css'

type Props = { id: string | undefined; profile: Profile }

export const RoleEditor = ({ id, profile }: Props) => {
  const { t } = useTranslation()
  const { go } = useWorkspace()
  const [makingFor, setMakingFor] = useState<{ add: (id: string) => void }>()
  const service = profile.service._id
  const roles = useRoles(service)
  const actions = useActions(service)
  const types = useEventTypes(service)
  const metrics = useMetricNames(service)
  if (!mayEver(actorOf(profile), 'role.edit')) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  const problem = roles.error ?? actions.error ?? types.error
  if (!roles.data || !actions.data || !types.data || metrics.isPending)
    return <LoadingState problem={problem} onRetry={() => retry(roles, actions, types)} />
  const role = roles.data.find(({ _id }) => _id === id)
  if (id && !role) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  const stopMaking = () => setMakingFor(undefined)
  return (
    <>
      <RoleForm
        key={id ?? 'new'}
        draft={`role.${profile._id}.${id ?? 'new'}`}
        role={role}
        roles={roles.data}
        actions={actions.data}
        types={types.data.map((type) => ({ _id: type._id, name: nameOf(type) }))}
        metrics={metrics.data ?? []}
        onNewAction={mayEver(actorOf(profile), 'action.edit') ? (add) => setMakingFor({ add }) : undefined}
        onDone={() => go(leaveForm)}
      />
      <Dialog
        opened={makingFor !== undefined}
        onClose={stopMaking}
        title={t('panel.newAction')}
        size={480}
        padding={0}
        classNames={{ header: classes.dialogHead }}
      >
        <ActionForm
          draft={`action.${profile._id}.new`}
          action={undefined}
          roles={rolesToChoose(roles.data)}
          onDone={({ _id }) => {
            makingFor?.add(_id)
            stopMaking()
          }}
        />
      </Dialog>
    </>
  )
}

export const ActionEditor = ({ id, profile }: Props) => {
  const { t } = useTranslation()
  const { go } = useWorkspace()
  const service = profile.service._id
  const roles = useRoles(service)
  const actions = useActions(service)
  if (!mayEver(actorOf(profile), 'action.edit')) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  if (!roles.data || !actions.data)
    return <LoadingState problem={roles.error ?? actions.error} onRetry={() => retry(roles, actions)} />
  const action = actions.data.find(({ _id }) => _id === id)
  if (id && !action) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  return (
    <ActionForm
      key={id ?? 'new'}
      draft={`action.${profile._id}.${id ?? 'new'}`}
      action={action}
      roles={rolesToChoose(roles.data, action?.role)}
      offersRoles
      onDone={() => go(leaveForm)}
    />
  )
}
