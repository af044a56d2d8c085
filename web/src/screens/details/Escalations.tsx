import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alarm, type Escalation, may, type Profile } from '#contract'
import { useEscalations, useNoteSeen } from '../../alarms/escalation/data.ts'
import { EscalationCard } from '../../alarms/escalation/EscalationCard.tsx'
import { actorOf } from '../../people/user/data.ts'
import classes from '../../ui/lists/PlainList.module.css'

const subjectsOf = (alarms: readonly Alarm[], id: string): string[] =>
  alarms.flatMap(({ escalationId, sensor, event }) => {
    const name = sensor?.name ?? event?.name
    return escalationId === id && name ? [name] : []
  })

const hasUnseen = ({ receivers }: Escalation, memberId: string): boolean =>
  receivers.some(
    (receiver) =>
      receiver.memberId === memberId &&
      receiver.deliveries.some(({ state }) => state === 'sent' || state === 'delivered'),
  )

type Props = {
  alarms: readonly Alarm[]
  profile: Profile
  isOfAlarms?: boolean
}

export const Escalations = ({ alarms, profile, isOfAlarms = false }: Props) => {
  const { t } = useTranslation()
  const { data = [] } = useEscalations()
  const noteSeen = useNoteSeen()
  const isVisible = useDocumentVisibility() === 'visible'
  const open = alarms.filter(({ endedAt }) => endedAt === null)
  const shown = data.filter(({ _id }) => !isOfAlarms || open.some(({ escalationId }) => escalationId === _id))
  const isUnseen = isVisible && shown.some((escalation) => hasUnseen(escalation, profile._id))
  const { mutate } = noteSeen
  useEffect(() => {
    if (isUnseen) mutate()
  }, [isUnseen, mutate])
  if (shown.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('escalation.open')}>
      {shown.map((escalation) => (
        <EscalationCard
          key={escalation._id}
          escalation={escalation}
          subjects={subjectsOf(open, escalation._id)}
          memberId={profile._id}
          mayAct={may(actorOf(profile), 'alarm.end', { serviceId: escalation.serviceId })}
        />
      ))}
    </ul>
  )
}
