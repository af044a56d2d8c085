import { IconFileSearch, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Aoi, may, mayEver, Problem, type Profile } from '#contract'
import { useSensor } from '../../alarms/sensor/data.ts'
import { AreaForm } from '../../alarms/sensor/form/AreaForm.tsx'
import { SensorForm } from '../../alarms/sensor/form/SensorForm.tsx'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm } from '../workspace/workspace.ts'
import { Editable, EditorProblem, usePlacing } from './editor.tsx'

export const AreaEditor = ({ nonce, profile }: { nonce: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  const actor = actorOf(profile)
  if (!mayEver(actor, 'sensor.edit')) return <EmptyState icon={IconLock} text={t('sensor.form.forbidden')} />
  if (!nonce) return <Form draft={`area.${profile._id}.new`} />
  return (
    <Editable key={nonce} nonce={nonce} actor={actor} forbidden={t('sensor.form.forbidden')}>
      {(aoi) => <Form draft={`area.${profile._id}.edit.${nonce}`} aoi={aoi} />}
    </Editable>
  )
}

const Form = ({ draft, aoi }: { draft: string; aoi?: Aoi }) => {
  const { replace } = useWorkspace()
  const placing = usePlacing()
  return (
    <AreaForm
      draft={draft}
      aoi={aoi}
      onSaved={({ properties: { nonce } }) => replace((now) => ({ ...leaveForm(now), selected: `aoi.${nonce}` }))}
      placing={placing}
    />
  )
}

export const SensorEditor = ({ id, profile }: { id: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  if (!id) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  return <EditSensor key={id} id={id} profile={profile} />
}

const EditSensor = ({ id, profile }: { id: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { replace } = useWorkspace()
  const placing = usePlacing()
  const { data: sensor, error, isPending, refetch } = useSensor(id)
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (error instanceof Problem && error.code === 'notFound')
    return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (!sensor) return <EditorProblem problem={error} onRetry={refetch} />
  if (!may(actorOf(profile), 'sensor.edit', { serviceId: sensor.serviceId }))
    return <EmptyState icon={IconLock} text={t('sensor.form.forbidden')} />
  return (
    <SensorForm
      draft={`sensor.${profile._id}.edit.${id}`}
      sensor={sensor}
      onSaved={() => replace(leaveForm)}
      placing={placing}
    />
  )
}
