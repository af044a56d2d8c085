import { Button, MultiSelect } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type EscalationPlan, type MemberChannel, memberChannels } from '#contract'
import { DurationField } from '../../ui/fields/DurationField.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import classes from '../../ui/forms/SentenceForm.module.css'
import { type DraftForm, keyedChanges, useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useSavePlan } from './data.ts'
import { checkedPlan, emptyPlan, type LevelValues, newLevel, type PlanValues, planValues } from './plan-values.ts'
import { type PlanChoices, planSentences } from './sentence.ts'

const MOST_LEVELS = 10

type Props = { draft: string; plan: EscalationPlan | undefined; choices: PlanChoices; onDone: () => void }

export const PlanForm = ({ draft, plan, choices, onDone }: Props) => {
  const { t } = useTranslation()
  const save = useSavePlan()
  // Memoised, because `planValues` gives levels new keys, which would look like a change by someone else.
  const saved = useMemo(() => (plan ? planValues(plan) : emptyPlan()), [plan])
  const form = useDraftForm<PlanValues>({
    draft,
    saved,
    check: (values) => checkedPlan(values).problems,
    changesOf: keyedChanges,
  })
  const { values, set, errorOf } = form
  const { body: complete } = checkedPlan({ ...values, name: values.name || '–' })
  const send = async () => {
    const { body } = checkedPlan(form.getValues())
    if (!body) return
    const { name } = await save.mutateAsync({ id: plan?._id, body })
    form.forget()
    void toast({ message: t(plan ? 'escalation.updated' : 'escalation.created', { name }) })
    onDone()
  }
  return (
    <FormFrame
      label={t(plan ? 'panel.editPlan' : 'panel.newPlan')}
      isNew={!plan}
      isBusy={save.isPending}
      form={form}
      send={send}
      onLeave={onDone}
    >
      <div className={classes.sentence} aria-live="polite">
        {complete ? (
          planSentences(complete, choices, t).map((sentence) => <div key={sentence}>{sentence}</div>)
        ) : (
          <span className={classes.incomplete}>{t('escalation.incomplete')}</span>
        )}
      </div>
      <LimitedInput {...form.textField('name')} label={t('escalation.name')} withAsterisk maxLength={200} />
      {values.levels.map((level, place) => (
        <LevelFields key={level.key} form={form} level={level} place={place} choices={choices} />
      ))}
      <Button
        variant="light"
        leftSection={<IconPlus size={18} stroke={1.75} />}
        disabled={values.levels.length >= MOST_LEVELS}
        onClick={() => set('levels', [...values.levels, newLevel()])}
      >
        {t('escalation.addLevel')}
      </Button>
      <DurationField
        label={t('escalation.remind')}
        description={t('escalation.remindHint')}
        seconds={values.remindSeconds}
        error={errorOf('remindSeconds')}
        onChange={(seconds) => set('remindSeconds', seconds)}
      />
    </FormFrame>
  )
}

const optionsOf = (kind: string, items: readonly NamedItem[]) =>
  items.map(({ _id, name }) => ({ value: `${kind}.${_id}`, label: name }))

type LevelProps = { form: DraftForm<PlanValues>; level: LevelValues; place: number; choices: PlanChoices }

const LevelFields = ({ form: { values, set, errorOf }, level, place, choices }: LevelProps) => {
  const { t } = useTranslation()
  const { levels } = values
  const change = (some: Partial<LevelValues>, field: string) =>
    set(
      'levels',
      levels.map((one, index) => (index === place ? { ...one, ...some } : one)),
      `levels.${place}.${field}`,
    )
  const roles = choices.roles.filter(({ _id, isArchived }) => !isArchived || level.whom.includes(`role.${_id}`))
  const title = t('escalation.level', { number: place + 1 })
  return (
    <fieldset className={classes.condition} aria-label={title}>
      <div className={classes.first}>
        <MultiSelect
          label={`${title}: ${t('escalation.whom')}`}
          withAsterisk
          data={[
            { group: t('escalation.onDuty'), items: optionsOf('onDuty', choices.rotas) },
            { group: t('escalation.roles'), items: optionsOf('role', roles) },
            { group: t('escalation.members'), items: optionsOf('member', choices.members) },
          ]}
          value={level.whom}
          onChange={(whom) => change({ whom }, 'targets')}
          error={errorOf(`levels.${place}.targets`)}
          searchable
          hidePickedOptions
        />
        {levels.length > 1 && (
          <IconButton
            icon={IconX}
            label={t('escalation.removeLevel', { number: place + 1 })}
            size={36}
            onClick={() =>
              set(
                'levels',
                levels.filter((_, index) => index !== place),
              )
            }
          />
        )}
      </div>
      <MultiSelect
        label={t('escalation.channels')}
        withAsterisk
        data={memberChannels.map((value) => ({ value, label: t(`escalation.channel.${value}`) }))}
        value={level.channels}
        onChange={(channels) => change({ channels: channels as MemberChannel[] }, 'channels')}
        error={errorOf(`levels.${place}.channels`)}
        hidePickedOptions
      />
      <DurationField
        label={t(place === levels.length - 1 ? 'escalation.lastWait' : 'escalation.wait')}
        seconds={level.waitSeconds}
        error={errorOf(`levels.${place}.waitSeconds`)}
        onChange={(waitSeconds) => change({ waitSeconds }, 'waitSeconds')}
      />
      <DurationField
        label={t('escalation.repeat')}
        description={t('escalation.repeatHint')}
        seconds={level.repeatSeconds}
        error={errorOf(`levels.${place}.repeatSeconds`)}
        onChange={(repeatSeconds) => change({ repeatSeconds }, 'repeatSeconds')}
      />
    </fieldset>
  )
}
