import { IconFileSearch, IconForms, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Aoi, may, mayEver, offeredTypes, Problem, type Profile } from '#contract'
import { useAoi, useEventTypes } from '../../aoi/data.ts'
import { EventForm } from '../../aoi/form/EventForm.tsx'
import { useOwnRole } from '../../role/data.ts'
import { useService } from '../../service/data.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIsWide } from '../../ui/wide.ts'
import { actorOf } from '../../user/data.ts'
import { useWorkspace } from '../use-workspace.ts'
import { leaveForm } from '../workspace.ts'
import classes from './EventEditor.module.css'

type Props = { nonce: string | undefined; profile: Profile }

/** The form of an event, a new one or the one that the address names, for those who may. */
export const EventEditor = ({ nonce, profile }: Props) => {
  const { t } = useTranslation()
  const actor = actorOf(profile)
  if (nonce) return <Edit key={nonce} nonce={nonce} profile={profile} />
  if (!mayEver(actor, 'aoi.create')) return <EmptyState icon={IconLock} text={t('eventForm.forbidden')} />
  return <Form draft={`aoi.${profile._id}.new`} serviceId={profile.service._id} />
}

const Edit = ({ nonce, profile }: { nonce: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { data: aoi, error, isPending, refetch } = useAoi(nonce)
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (error instanceof Problem && error.code === 'notFound')
    return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  // What was loaded stays where it is when a later look-up fails: someone is typing.
  if (!aoi) return <Failed problem={error} onRetry={refetch} />
  const thing = { serviceId: aoi.serviceId, creatorId: aoi.properties.creatorID, state: aoi.state }
  if (!may(actorOf(profile), 'aoi.edit', thing))
    return <EmptyState icon={IconLock} text={t('eventForm.forbiddenEdit')} />
  return <Form draft={`aoi.${profile._id}.edit.${nonce}`} serviceId={aoi.serviceId} aoi={aoi} />
}

const Form = ({ draft, serviceId, aoi }: { draft: string; serviceId: string; aoi?: Aoi }) => {
  const { t } = useTranslation()
  const { workspace, go, replace } = useWorkspace()
  const isWide = useIsWide()
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
  const placing = {
    isOn: workspace.view === 'place',
    start: () => go({ ...workspace, view: 'place' }),
    stop: () => replace({ ...workspace, view: undefined }),
  }
  return (
    <EventForm
      draft={draft}
      aoi={aoi}
      serviceId={serviceId}
      types={types.data}
      offered={offered}
      regions={regions}
      localMaps={localMaps}
      onSaved={({ properties: { nonce } }) => replace((now) => ({ ...leaveForm(now), selected: `aoi.${nonce}` }))}
      onLeave={() => go(leaveForm)}
      placing={isWide ? undefined : placing}
    />
  )
}

const Failed = ({ problem, onRetry }: { problem: unknown; onRetry: () => unknown }) => (
  <div className={classes.problem}>
    <ProblemText problem={problem} onRetry={onRetry} />
  </div>
)
