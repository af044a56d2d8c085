import { IconBellCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { Alarms } from '../../rule/Alarms.tsx'
import { useAlarms } from '../../rule/data.ts'
import { useEscalations, useRotas } from '../../rule/escalation/data.ts'
import { EscalationCard } from '../../rule/escalation/EscalationCard.tsx'
import { RotaList } from '../../rule/escalation/RotaList.tsx'
import ruleClasses from '../../rule/RuleList.module.css'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { actorOf } from '../../user/data.ts'
import { LoadingState, retry } from '../settings/LoadingState.tsx'
import { usePlanChoices } from '../settings/plan-choices.ts'
import { useRuleChoices } from '../settings/rule-choices.ts'
import classes from '../settings/Settings.module.css'
import { useWorkspace } from '../use-workspace.ts'

/** What is open now: escalations with who has them, all alarms, and who is on duty. */
export const AlarmsPanel = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const actor = actorOf(profile)
  const mayAct = mayEver(actor, 'alarm.end')
  const [alarms, escalations, rotas] = [useAlarms(), useEscalations(), useRotas()]
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
  const subjectsOf = (id: string) =>
    open.flatMap(({ escalationId, sensor, event }) =>
      escalationId === id ? [sensor?.name ?? event?.name ?? ''].filter(Boolean) : [],
    )
  return (
    <div className={classes.panel}>
      <div className={classes.content}>
        {open.length === 0 && <EmptyState icon={IconBellCheck} text={t('escalation.noAlarms')} />}
        {escalations.data.length > 0 && (
          <ul className={ruleClasses.list} aria-label={t('panel.alarms')}>
            {escalations.data.map((escalation) => (
              <EscalationCard
                key={escalation._id}
                escalation={escalation}
                subjects={subjectsOf(escalation._id)}
                memberId={profile._id}
                mayAct={mayAct}
              />
            ))}
          </ul>
        )}
        {open.length > 0 && (
          <>
            <h3 className={ruleClasses.heading}>{t('rule.alarms')}</h3>
            <Alarms
              alarms={open}
              choices={choices.data}
              mayEnd={mayAct}
              onSensor={(id) => go({ ...workspace, selected: `sensor.${id}` })}
              onEvent={(nonce) => go({ ...workspace, selected: `aoi.${nonce}` })}
            />
          </>
        )}
        {rotas.data && rotas.data.length > 0 && people.data && (
          <>
            <h3 className={ruleClasses.heading}>{t('rota.title')}</h3>
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
