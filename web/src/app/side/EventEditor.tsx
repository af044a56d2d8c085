import { IconForms, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Aoi, mayEver, offeredTypes, type Profile } from '#contract'
import { useEventTypes } from '../../aoi/data.ts'
import { EventForm } from '../../aoi/form/EventForm.tsx'
import { useOwnRole } from '../../role/data.ts'
import { useService } from '../../service/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { actorOf } from '../../user/data.ts'
import { useWorkspace } from '../use-workspace.ts'
import { leaveForm } from '../workspace.ts'
import { Editable, Failed, usePlacing } from './editor.tsx'

type Props = { nonce: string | undefined; profile: Profile }

/** The form of an event, a new one or the one that the address names, for those who may. */
export const EventEditor = ({ nonce, profile }: Props) => {
  const { t } = useTranslation()
  const actor = actorOf(profile)
  if (nonce)
    return (
      <Editable key={nonce} nonce={nonce} actor={actor} forbidden={t('eventForm.forbiddenEdit')}>
        {(aoi) => <Form draft={`aoi.${profile._id}.edit.${nonce}`} serviceId={aoi.serviceId} aoi={aoi} />}
      </Editable>
    )
  if (!mayEver(actor, 'aoi.create')) return <EmptyState icon={IconLock} text={t('eventForm.forbidden')} />
  return <Form draft={`aoi.${profile._id}.new`} serviceId={profile.service._id} />
}

const Form = ({ draft, serviceId, aoi }: { draft: string; serviceId: string; aoi?: Aoi }) => {
  const { t } = useTranslation()
  const { workspace, go, replace } = useWorkspace()
  const placing = usePlacing()
  const types = useEventTypes(serviceId)
  const role = useOwnRole()
  const service = useService(serviceId)
  if (types.isPending || role.isPending || service.isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (!types.data) return <Failed problem={types.error} onRetry={types.refetch} />
  // Without these two a report can still be made; the server has the last word on types and regions.
  const offered = role.data?.publicActions ?? []
  const { regions = [], localMaps = [] } = service.data ?? {}
  if (!aoi && offeredTypes(types.data, offered).length === 0)
    return <EmptyState icon={IconForms} text={t('eventForm.noTypes')} />
  return (
    <EventForm
      draft={draft}
      aoi={aoi}
      serviceId={serviceId}
      types={types.data}
      offered={offered}
      regions={regions}
      localMaps={localMaps}
      plan={workspace.plan}
      onSaved={({ properties: { nonce } }) => replace((now) => ({ ...leaveForm(now), selected: `aoi.${nonce}` }))}
      onKept={() => replace(leaveForm)}
      onLeave={() => go(leaveForm)}
      placing={placing}
    />
  )
}
