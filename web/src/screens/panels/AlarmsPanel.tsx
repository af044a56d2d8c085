import { IconBellCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { may, mayEver, type Profile } from '#contract'
import { useEscalations } from '../../alarms/escalation/data.ts'
import { useRotas } from '../../alarms/rota/data.ts'
import { RotaList } from '../../alarms/rota/RotaList.tsx'
import { Alarms } from '../../alarms/rule/Alarms.tsx'
import { useAlarms, useMutes } from '../../alarms/rule/data.ts'
import { MuteList } from '../../alarms/rule/MuteList.tsx'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import listClasses from '../../ui/lists/PlainList.module.css'
import { Escalations } from '../details/Escalations.tsx'
import { LoadingState, retry } from '../settings/LoadingState.tsx'
import { usePlanChoices } from '../settings/plan-choices.ts'
import { useRuleChoices } from '../settings/rule-choices.ts'
import classes from '../settings/Settings.module.css'
import { useWorkspace } from '../workspace/use-workspace.ts'

export const AlarmsPanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const actor = actorOf(profile)
  const mayAct = mayEver(actor, 'alarm.end')
  const alarms = useAlarms()
  const escalations = useEscalations()
  const rotas = useRotas()
  const mutes = useMutes()
  const choices = useRuleChoices(profile.service._id)
  const people = usePlanChoices(profile.service._id)
  if (!alarms.data || !escalations.data || !choices.data)
    return (
      <LoadingState
        problem={alarms.error ?? escalations.error ?? choices.error}
        onRetry={() => retry(alarms, escalations, ...choices.queries)}
      />
    )
  const open = alarms.data
  return (
    <div className={classes.panel}>
      <div className={classes.content}>
        {open.length === 0 && <EmptyState icon={IconBellCheck} text={t('escalation.noAlarms')} />}
        <Escalations alarms={open} profile={profile} />
        {open.length > 0 && (
          <>
            <h3 className={listClasses.heading}>{t('rule.alarms')}</h3>
            <Alarms
              alarms={open}
              choices={choices.data}
              mayEnd={mayAct}
              onSensor={(id) => go({ ...workspace, selected: `sensor.${id}` })}
              onEvent={(nonce) => go({ ...workspace, selected: `aoi.${nonce}` })}
              onWarning={(id) => go({ ...workspace, selected: `warning.${id}` })}
            />
          </>
        )}
        {mutes.data && mutes.data.length > 0 && (
          <>
            <h3 className={listClasses.heading}>{t('rule.mutes')}</h3>
            <MuteList mutes={mutes.data} mayEnd={(mute) => may(actor, 'rule.edit', mute)} />
          </>
        )}
        {rotas.data && rotas.data.length > 0 && people.data && (
          <>
            <h3 className={listClasses.heading}>{t('rota.title')}</h3>
            <RotaList
              rotas={rotas.data}
              members={people.data.members}
              maySwap={({ memberIds }) => mayEver(actor, 'rota.swap') && memberIds.includes(profile._id)}
            />
          </>
        )}
      </div>
    </div>
  )
}
