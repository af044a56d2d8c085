import { type Aoi, may, type Profile } from '#contract'
import { Alarms } from '../../alarms/rule/Alarms.tsx'
import { useAlarms } from '../../alarms/rule/data.ts'
import { actorOf } from '../../people/user/data.ts'
import { useRuleChoices } from '../settings/rule-choices.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { Escalations } from './Escalations.tsx'

const MOST_SHOWN = 5

export const AreaAlarms = ({ aoi, profile }: { aoi: Aoi; profile: Profile }) => {
  const { workspace, go } = useWorkspace()
  const { data = [] } = useAlarms()
  const choices = useRuleChoices(aoi.serviceId)
  const ids = new Set(aoi.properties.sensors.map(({ _id }) => _id))
  const alarms = data.filter(({ sensor }) => sensor && ids.has(sensor._id))
  if (alarms.length === 0 || !choices.data) return null
  return (
    <>
      <Escalations alarms={alarms} profile={profile} isOfAlarms />
      <Alarms
        alarms={alarms.filter(({ escalationId }) => escalationId === null).slice(0, MOST_SHOWN)}
        choices={choices.data}
        mayEnd={may(actorOf(profile), 'alarm.end', { serviceId: aoi.serviceId })}
        onSensor={(id) => go({ ...workspace, selected: `sensor.${id}` })}
        onEvent={(nonce) => go({ ...workspace, selected: `aoi.${nonce}` })}
      />
    </>
  )
}
