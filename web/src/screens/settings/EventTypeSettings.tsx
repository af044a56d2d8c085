import { Button } from '@mantine/core'
import { IconFileSearch, IconForms, IconLock, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { useEventTypeList } from '../../core/event-type/data.ts'
import { EventTypeForm } from '../../core/event-type/EventTypeForm.tsx'
import { EventTypeList } from '../../core/event-type/EventTypeList.tsx'
import { useRoles } from '../../people/role/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm } from '../workspace/workspace.ts'
import { LoadingState, retry } from './LoadingState.tsx'
import classes from './Settings.module.css'
import { StarterSetOffer } from './StarterSetOffer.tsx'

export const EventTypeSettings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const service = profile.service._id
  const types = useEventTypeList(service)
  const mayEdit = mayEver(actorOf(profile), 'eventType.edit')
  const create = mayEdit && (
    <Button
      variant="light"
      leftSection={<IconPlus size={18} stroke={1.75} />}
      onClick={() => go({ ...workspace, form: 'eventType.new' })}
    >
      {t('eventType.create')}
    </Button>
  )
  return (
    <div className={classes.panel}>
      <div className={classes.content}>
        {!types.data && <LoadingState problem={types.error} onRetry={types.refetch} />}
        {types.data?.length === 0 && (
          <EmptyState icon={IconForms} text={t('eventType.none')}>
            <StarterSetOffer profile={profile} />
          </EmptyState>
        )}
        {types.data && types.data.length > 0 && (
          <EventTypeList
            service={service}
            types={types.data}
            onEdit={mayEdit ? (id) => go({ ...workspace, form: `eventType.edit.${id}` }) : undefined}
          />
        )}
      </div>
      {create && <div className={classes.bottom}>{create}</div>}
    </div>
  )
}

export const EventTypeEditor = ({ id, profile }: { id: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  const { go } = useWorkspace()
  const service = profile.service._id
  const roles = useRoles(service)
  const types = useEventTypeList(service)
  if (!mayEver(actorOf(profile), 'eventType.edit')) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  if (!roles.data || !types.data)
    return <LoadingState problem={roles.error ?? types.error} onRetry={() => retry(roles, types)} />
  const type = types.data.find(({ _id }) => _id === id)
  if (id && !type) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  return (
    <EventTypeForm
      key={id ?? 'new'}
      draft={`eventType.${profile._id}.${id ?? 'new'}`}
      type={type}
      roles={roles.data}
      onDone={() => go(leaveForm)}
    />
  )
}
