import { IconLock } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type Aoi, mayEver, offeredTypes, type Profile } from '#contract'
import { useEventTypes } from '../../core/aoi/data.ts'
import { EventForm } from '../../core/aoi/form/EventForm.tsx'
import { withTexts } from '../../i18n/i18n.ts'
import { useOwnRole } from '../../people/role/data.ts'
import { useService } from '../../people/service/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm } from '../workspace/workspace.ts'
import { Editable, EditorProblem, usePlacing } from './editor.tsx'
import { NoTypes } from './NoTypes.tsx'

const SimilarReports = lazy(
  withTexts(['twin'], () =>
    import('../../public/twin/SimilarReports.tsx').then((file) => ({ default: file.SimilarReports })),
  ),
)

const TypeSuggestions = lazy(() =>
  import('../../core/event-type/TypeSuggestions.tsx').then((file) => ({ default: file.TypeSuggestions })),
)

type Props = { nonce: string | undefined; profile: Profile }

export const EventEditor = ({ nonce, profile }: Props) => {
  const { t } = useTranslation()
  const actor = actorOf(profile)
  if (nonce)
    return (
      <Editable key={nonce} nonce={nonce} actor={actor} forbidden={t('eventForm.forbiddenEdit')}>
        {(aoi) => (
          <Form draft={`aoi.${profile._id}.edit.${nonce}`} serviceId={aoi.serviceId} aoi={aoi} profile={profile} />
        )}
      </Editable>
    )
  if (!mayEver(actor, 'aoi.create')) return <EmptyState icon={IconLock} text={t('eventForm.forbidden')} />
  return <Form draft={`aoi.${profile._id}.new`} serviceId={profile.service._id} profile={profile} />
}

type FormProps = { draft: string; serviceId: string; profile: Profile; aoi?: Aoi }

const Form = ({ draft, serviceId, profile, aoi }: FormProps) => {
  const { t } = useTranslation()
  const { workspace, go, replace } = useWorkspace()
  const placing = usePlacing()
  const types = useEventTypes(serviceId)
  const role = useOwnRole()
  const service = useService(serviceId)
  if (types.isPending || role.isPending || service.isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (!types.data) return <EditorProblem problem={types.error} onRetry={types.refetch} />
  // Role and service may fail to load: a report can be made without them, and the server checks types and regions.
  const offered = role.data?.publicActions ?? []
  const { regions = [], localMaps = [] } = service.data ?? {}
  if (!aoi && offeredTypes(types.data, offered).length === 0)
    return (
      <NoTypes
        profile={profile}
        onCreate={() => go({ ...workspace, panel: 'eventssettings', back: 'events', form: 'eventType.new' })}
      />
    )
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
      onSaved={({ properties: { nonce }, mergedInto }) =>
        replace((now) => ({ ...leaveForm(now), selected: `aoi.${mergedInto?.nonce ?? nonce}` }))
      }
      onKept={() => replace(leaveForm)}
      onLeave={() => go(leaveForm)}
      placing={placing}
      similar={(draft) => (
        <Suspense>
          <SimilarReports {...draft} />
        </Suspense>
      )}
      suggestedTypes={(draft) => (
        <Suspense>
          <TypeSuggestions {...draft} />
        </Suspense>
      )}
    />
  )
}
