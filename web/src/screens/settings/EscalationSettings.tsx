import { Button } from '@mantine/core'
import { IconFileSearch, IconLock, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import { usePlans } from '../../alarms/escalation/data.ts'
import { PlanForm } from '../../alarms/escalation/PlanForm.tsx'
import { PlanList } from '../../alarms/escalation/PlanList.tsx'
import { useRotas } from '../../alarms/rota/data.ts'
import { RotaForm } from '../../alarms/rota/RotaForm.tsx'
import { RotaList } from '../../alarms/rota/RotaList.tsx'
import { actorOf } from '../../people/user/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import listClasses from '../../ui/lists/PlainList.module.css'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { leaveForm } from '../workspace/workspace.ts'
import { LoadingState, retry } from './LoadingState.tsx'
import { usePlanChoices } from './plan-choices.ts'

export const EscalationSettings = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation()
  const { workspace, go } = useWorkspace()
  const plans = usePlans()
  const rotas = useRotas()
  const choices = usePlanChoices(profile.service._id)
  if (!plans.data || !rotas.data || !choices.data)
    return <LoadingState problem={plans.error ?? choices.error} onRetry={() => retry(plans, ...choices.queries)} />
  const create = (kind: 'escalation' | 'rota') => (
    <div className={listClasses.entry}>
      <div>
        <Button
          variant="light"
          leftSection={<IconPlus size={18} stroke={1.75} />}
          onClick={() => go({ ...workspace, form: `${kind}.new` })}
        >
          {t(`${kind}.create`)}
        </Button>
      </div>
    </div>
  )
  return (
    <>
      <h3 className={listClasses.heading}>{t('escalation.plans')}</h3>
      {plans.data.length === 0 && <p className={listClasses.note}>{t('escalation.none')}</p>}
      <PlanList
        plans={plans.data}
        choices={choices.data}
        onEdit={(id) => go({ ...workspace, form: `escalation.edit.${id}` })}
      />
      {create('escalation')}
      <h3 className={listClasses.heading}>{t('rota.title')}</h3>
      {rotas.data.length === 0 && <p className={listClasses.note}>{t('rota.none')}</p>}
      <RotaList
        rotas={rotas.data}
        members={choices.data.members}
        onEdit={(id) => go({ ...workspace, form: `rota.edit.${id}` })}
        maySwap={() => true}
      />
      {create('rota')}
    </>
  )
}

type EditorProps = { id: string | undefined; profile: Profile }

export const PlanEditor = ({ id, profile }: EditorProps) => {
  const { t } = useTranslation()
  const { go } = useWorkspace()
  const plans = usePlans()
  const choices = usePlanChoices(profile.service._id)
  if (!mayEver(actorOf(profile), 'rule.edit')) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  if (!plans.data || !choices.data)
    return <LoadingState problem={plans.error ?? choices.error} onRetry={() => retry(plans, ...choices.queries)} />
  const plan = plans.data.find(({ _id }) => _id === id)
  if (id && !plan) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  const draft = `plan.${profile._id}.${id ?? 'new'}`
  return <PlanForm key={id ?? 'new'} draft={draft} plan={plan} choices={choices.data} onDone={() => go(leaveForm)} />
}

export const RotaEditor = ({ id, profile }: EditorProps) => {
  const { t } = useTranslation()
  const { go } = useWorkspace()
  const rotas = useRotas()
  const choices = usePlanChoices(profile.service._id)
  if (!mayEver(actorOf(profile), 'rule.edit')) return <EmptyState icon={IconLock} text={t('setting.forbidden')} />
  if (!rotas.data || !choices.data)
    return <LoadingState problem={rotas.error ?? choices.error} onRetry={() => retry(rotas, ...choices.queries)} />
  const rota = rotas.data.find(({ _id }) => _id === id)
  if (id && !rota) return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  const draft = `rota.${profile._id}.${id ?? 'new'}`
  return (
    <RotaForm
      key={id ?? 'new'}
      draft={draft}
      rota={rota}
      usualZone={rotas.data.at(-1)?.timeZone}
      members={choices.data.members}
      onDone={() => go(leaveForm)}
    />
  )
}
