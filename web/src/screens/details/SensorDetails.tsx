import { IconFileSearch, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { may, Problem, type Profile, type Sensor } from '#contract'
import { useAlarms } from '../../alarms/rule/data.ts'
import { SensorCard } from '../../alarms/sensor/card/SensorCard.tsx'
import { useRemoveSensor, useSensor } from '../../alarms/sensor/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { LazyMuteAlarms, LazyMutesOf, LazySensorAlarms } from './alarm-parts.tsx'
import classes from './EventDetails.module.css'

export const SensorDetails = ({ id, profile }: { id: string; profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const { data: sensor, error, refetch, isPending } = useSensor(id)
  // Escalated alarms are acknowledged together on the escalation's card, so this card has no button for them.
  const isEscalated = useAlarms(id).data?.some(({ endedAt, escalationId }) => !endedAt && escalationId)
  if (error instanceof Problem && error.code === 'notFound')
    return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (!sensor) return <ProblemText problem={error} onRetry={() => refetch()} />
  const actor = actorOf(profile)
  const subject = { serviceId: sensor.serviceId }
  const mayEdit = may(actor, 'sensor.edit', subject)
  const mayMute = may(actor, 'rule.edit', subject)
  const target = { type: 'sensor' as const, id: sensor._id }
  return (
    <article className={classes.details} aria-label={sensor.name}>
      {(mayEdit || mayMute) && (
        <div className={classes.actions} role="toolbar" aria-label={t('sensor.actions')}>
          {mayEdit && (
            <>
              <IconButton
                icon={IconPencil}
                label={t('sensor.edit')}
                onClick={() => go({ ...workspace, panel: undefined, back: undefined, form: `sensor.edit.${id}` })}
              />
              <DeleteButton sensor={sensor} />
            </>
          )}
          {mayMute && <LazyMuteAlarms target={target} name={sensor.name} />}
        </div>
      )}
      <div className={classes.scroll}>
        <ProblemText problem={error} onRetry={() => refetch()} />
        <SensorCard
          sensor={sensor}
          may={{
            acknowledge: may(actor, 'sensor.acknowledge', subject) && !isEscalated,
            end: may(actor, 'alarm.end', subject),
          }}
          onArea={(nonce) => go({ ...workspace, selected: `aoi.${nonce}` })}
          alarms={
            <>
              <LazyMutesOf target={target} mayEnd={mayMute} />
              <LazySensorAlarms sensorId={sensor._id} serviceId={sensor.serviceId} profile={profile} />
            </>
          }
        />
      </div>
    </article>
  )
}

const DeleteButton = ({ sensor }: { sensor: Sensor }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveSensor()
  const yes = () => {
    setIsAsking(false)
    go({ ...workspace, selected: undefined })
    remove
      .mutateAsync(sensor._id)
      .then(() => toast({ message: t('sensor.deleted', { name: sensor.name }) }))
      .catch((error: unknown) => {
        go(workspace)
        return toastProblem(error)
      })
  }
  return (
    <>
      <IconButton icon={IconTrash} label={t('sensor.delete')} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={sensor.name}
        message={t('sensor.deleteText', { name: sensor.name })}
        yes={t('word.delete')}
        color="red"
        onYes={yes}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}
