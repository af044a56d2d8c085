import { Badge, Switch } from '@mantine/core'
import { IconBellOff, IconCopy, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MuteTarget, Rule } from '#contract'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from '../../ui/lists/PlainList.module.css'
import { DeleteDialog } from '../../ui/overlays/DeleteDialog.tsx'
import { toastProblem } from '../../ui/overlays/toast.ts'
import type { RuleChoices } from './choices.ts'
import { useRemoveRule, useSwitchRule } from './data.ts'
import { MuteDialog } from './MuteDialog.tsx'
import { ruleSentence } from './sentence.ts'

type Props = {
  rules: readonly Rule[]
  choices: RuleChoices
  onEdit: (id: string) => void
  onCopy: (rule: Rule) => void
}

export const RuleList = ({ rules, choices, onEdit, onCopy }: Props) => {
  const { t } = useTranslation()
  const switchRule = useSwitchRule()
  const remove = useRemoveRule()
  const [deleting, setDeleting] = useState<Rule>()
  const [muting, setMuting] = useState<MuteTarget & { name: string }>()
  return (
    <>
      <ul className={classes.list} aria-label={t('panel.rules')}>
        {rules.map((rule) => (
          <li key={rule._id} className={`${classes.row} ${classes.stacked} ${rule.isEnabled ? '' : classes.off}`}>
            <button type="button" className={classes.words} onClick={() => onEdit(rule._id)}>
              <span className={classes.line}>
                <bdi className={classes.name}>{rule.name}</bdi>
                {rule.openAlarms > 0 && (
                  <Badge color="red" size="sm">
                    {t('rule.openCount', { count: rule.openAlarms })}
                  </Badge>
                )}
              </span>
              <span className={classes.meta}>{ruleSentence(rule, choices, t)}</span>
            </button>
            <IconButton
              icon={IconCopy}
              label={t('rule.copy', { name: rule.name })}
              size={36}
              onClick={() => onCopy(rule)}
            />
            <IconButton
              icon={IconBellOff}
              label={t('rule.muteOne', { name: rule.name })}
              size={36}
              onClick={() => setMuting({ type: 'rule', id: rule._id, name: rule.name })}
            />
            <IconButton
              icon={IconTrash}
              label={t('setting.delete', { name: rule.name })}
              size={36}
              onClick={() => setDeleting(rule)}
            />
            <Switch
              aria-label={t('rule.isOn', { name: rule.name })}
              checked={rule.isEnabled}
              onChange={(event) =>
                switchRule.mutate({ _id: rule._id, isEnabled: event.currentTarget.checked }, { onError: toastProblem })
              }
            />
          </li>
        ))}
      </ul>
      <DeleteDialog
        item={deleting}
        name={deleting?.name ?? ''}
        message={t('rule.deleteText', { name: deleting?.name })}
        deleted={t('rule.deleted', { name: deleting?.name })}
        remove={remove}
        onClose={() => setDeleting(undefined)}
      />
      {muting && <MuteDialog target={muting} name={muting.name} onClose={() => setMuting(undefined)} />}
    </>
  )
}
