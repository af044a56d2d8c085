import { useTranslation } from 'react-i18next'
import { may, type Profile } from '#contract'
import { Alarms } from '../../alarms/rule/Alarms.tsx'
import { useAlarms } from '../../alarms/rule/data.ts'
import { actorOf } from '../../people/user/data.ts'
import listClasses from '../../ui/lists/PlainList.module.css'
import { useRuleChoices } from '../settings/rule-choices.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { Escalations } from './Escalations.tsx'

const MOST_SHOWN = 20

export const SensorAlarms = ({
  sensorId,
  serviceId,
  profile,
}: {
  sensorId: string
  serviceId: string
  profile: Profile
}) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const alarms = useAlarms(sensorId)
  const choices = useRuleChoices(serviceId)
  if (!alarms.data?.length || !choices.data) return null
  return (
    <section aria-label={t('rule.alarms')}>
      <h4 className={listClasses.heading}>{t('rule.alarms')}</h4>
      <Escalations alarms={alarms.data} profile={profile} isOfAlarms />
      <Alarms
        alarms={alarms.data.slice(0, MOST_SHOWN)}
        choices={choices.data}
        mayEnd={may(actorOf(profile), 'alarm.end', { serviceId })}
        onEvent={(nonce) => go({ ...workspace, selected: `aoi.${nonce}` })}
      />
    </section>
  )
}
