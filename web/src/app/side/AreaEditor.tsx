import { IconFileSearch, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Aoi, mayEver, Problem, type Profile } from '#contract'
import { useAoi } from '../../aoi/data.ts'
import { useSensor } from '../../sensor/data.ts'
import { AreaForm } from '../../sensor/form/AreaForm.tsx'
import { SensorForm } from '../../sensor/form/SensorForm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ProblemText } from '../../ui/ProblemText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useIsWide } from '../../ui/wide.ts'
import { actorOf } from '../../user/data.ts'
import { useWorkspace } from '../use-workspace.ts'
import { leaveForm } from '../workspace.ts'

const isGone = (error: unknown) => error instanceof Problem && error.code === 'notFound'

/** Looking at the map alone, where the form covers it. */
const usePlacing = () => {
  const { workspace, go, replace } = useWorkspace()
  const isWide = useIsWide()
  if (isWide) return undefined
  return {
    isOn: workspace.view === 'place',
    start: () => go({ ...workspace, view: 'place' }),
    stop: () => replace({ ...workspace, view: undefined }),
  }
}

/** The form of a sensor area, a new one or the one that the address names, for those who may. */
export const AreaEditor = ({ nonce, profile }: { nonce: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  if (!mayEver(actorOf(profile), 'sensor.edit')) return <EmptyState icon={IconLock} text={t('sensor.form.forbidden')} />
  return nonce ? <EditArea key={nonce} nonce={nonce} profile={profile} /> : <Form draft={`area.${profile._id}.new`} />
}

const EditArea = ({ nonce, profile }: { nonce: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { data: aoi, error, isPending, refetch } = useAoi(nonce)
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (isGone(error)) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (!aoi) return <ProblemText problem={error} onRetry={refetch} />
  return <Form draft={`area.${profile._id}.edit.${nonce}`} aoi={aoi} />
}

const Form = ({ draft, aoi }: { draft: string; aoi?: Aoi }) => {
  const { go, replace } = useWorkspace()
  const placing = usePlacing()
  return (
    <AreaForm
      draft={draft}
      aoi={aoi}
      onSaved={({ properties: { nonce } }) => replace((now) => ({ ...leaveForm(now), selected: `aoi.${nonce}` }))}
      onLeave={() => go(leaveForm)}
      placing={placing}
    />
  )
}

/** The form of a sensor. */
export const SensorEditor = ({ id, profile }: { id: string | undefined; profile: Profile }) => {
  const { t } = useTranslation()
  if (!id || !mayEver(actorOf(profile), 'sensor.edit'))
    return <EmptyState icon={IconLock} text={t('sensor.form.forbidden')} />
  return <EditSensor key={id} id={id} />
}

const EditSensor = ({ id }: { id: string }) => {
  const { t } = useTranslation()
  const { go, replace } = useWorkspace()
  const placing = usePlacing()
  const { data: sensor, error, isPending, refetch } = useSensor(id)
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (isGone(error)) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (!sensor) return <ProblemText problem={error} onRetry={refetch} />
  return (
    <SensorForm sensor={sensor} onSaved={() => replace(leaveForm)} onLeave={() => go(leaveForm)} placing={placing} />
  )
}
