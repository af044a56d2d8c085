import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscalationPlan } from '#contract'
import { isolatedHere } from '../../i18n/isolated.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from '../../ui/lists/PlainList.module.css'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { useRemovePlan } from './data.ts'
import { type PlanChoices, planSentences } from './sentence.ts'

type Props = { plans: readonly EscalationPlan[]; choices: PlanChoices; onEdit: (id: string) => void }

export const PlanList = ({ plans, choices, onEdit }: Props) => {
  const { t } = useTranslation()
  const remove = useRemovePlan()
  const [deleting, setDeleting] = useState<EscalationPlan>()
  return (
    <>
      <ul className={classes.list} aria-label={t('escalation.plans')}>
        {plans.map((plan) => (
          <li key={plan._id} className={classes.row}>
            <button type="button" className={classes.words} onClick={() => onEdit(plan._id)}>
              <bdi className={classes.name}>{plan.name}</bdi>
              {planSentences(plan, choices, t).map((sentence) => (
                <span key={sentence} className={classes.meta}>
                  {sentence}
                </span>
              ))}
              <span className={classes.meta}>
                {plan.rules.length > 0
                  ? t('escalation.usedBy', { names: plan.rules.map(isolatedHere).join(', ') })
                  : t('escalation.unused')}
              </span>
            </button>
            <IconButton
              icon={IconTrash}
              label={t('setting.delete', { name: plan.name })}
              size={36}
              onClick={() => setDeleting(plan)}
            />
          </li>
        ))}
      </ul>
      <DeleteDialog
        item={deleting}
        name={deleting?.name ?? ''}
        message={t('escalation.deleteText', { name: deleting?.name })}
        deleted={t('escalation.deleted', { name: deleting?.name })}
        remove={remove}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}
