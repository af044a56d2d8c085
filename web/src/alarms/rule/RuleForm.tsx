import { Button, MultiSelect, NumberInput, SegmentedControl, Select, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Rule, RuleSeverity } from '#contract'
import { DurationField } from '../../ui/fields/DurationField.tsx'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import classes from '../../ui/forms/SentenceForm.module.css'
import { keyedChanges, useDraftForm } from '../../ui/forms/use-draft-form.ts'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { kindsOf, type RuleChoices } from './choices.ts'
import { useSaveRule } from './data.ts'
import { ruleSentence } from './sentence.ts'
import { TryRule } from './TryRule.tsx'
import { checkedRule, draftOf, emptyRule, newCondition, type RuleValues, valuesOf } from './values.ts'
import { WarningFields } from './WarningFields.tsx'

const MOST_CONDITIONS = 10

type Props = { draft: string; rule: Rule | undefined; choices: RuleChoices; onDone: () => void }

const asOption = ({ _id, name }: NamedItem) => ({ value: _id, label: name })

export const RuleForm = ({ draft, rule, choices, onDone }: Props) => {
  const { t } = useTranslation()
  const save = useSaveRule()
  // Memoised, because `valuesOf` gives conditions new keys, which would look like a change by someone else.
  const saved = useMemo(() => (rule ? valuesOf(rule) : emptyRule()), [rule])
  const form = useDraftForm<RuleValues>({
    draft,
    saved,
    check: (values) => checkedRule(values).problems,
    changesOf: keyedChanges,
  })
  const { values, set, errorOf } = form
  const complete = draftOf(values)
  const send = async () => {
    const { body } = checkedRule(form.getValues())
    if (!body) return
    const saved = await save.mutateAsync({ id: rule?._id, body })
    form.forget()
    void toast({ message: t(rule ? 'rule.updated' : 'rule.created', { name: saved.name }) })
    onDone()
  }
  return (
    <FormFrame
      label={t(rule ? 'panel.editRule' : 'panel.newRule')}
      isNew={!rule}
      isBusy={save.isPending}
      form={form}
      send={send}
      onLeave={onDone}
    >
      <p className={classes.sentence} aria-live="polite">
        {complete ? (
          ruleSentence(complete, choices, t)
        ) : (
          <span className={classes.incomplete}>{t('rule.incomplete')}</span>
        )}
      </p>
      <LimitedInput {...form.textField('name')} label={t('rule.name')} withAsterisk maxLength={200} />
      <FieldGroup name={t('rule.when')}>
        <Select
          label={t('rule.watches')}
          data={(['sensor', 'unattended', 'cluster', 'warning'] as const).map((value) => ({
            value,
            label: t(`rule.trigger.${value}`),
          }))}
          value={values.on}
          onChange={(value) => value && set('on', value as RuleValues['on'])}
          allowDeselect={false}
        />
        {values.on === 'sensor' && <SensorFields form={form} choices={choices} />}
        {values.on === 'warning' && <WarningFields form={form} choices={choices} />}
        {(values.on === 'unattended' || values.on === 'cluster') && <EventFields form={form} choices={choices} />}
      </FieldGroup>
      <FieldGroup name={t('rule.then')}>
        <div>
          <p className={classes.hint}>{t('rule.severityLabel')}</p>
          <SegmentedControl
            fullWidth
            aria-label={t('rule.severityLabel')}
            data={RuleSeverity.options.map((value) => ({ value, label: t(`rule.severity.${value}`) }))}
            value={values.severity}
            onChange={(value) => set('severity', value as RuleSeverity)}
          />
        </div>
        {values.on === 'sensor' && (
          <Switch
            {...form.switchField('setsAreaStatus')}
            label={t('rule.setsAreaStatus')}
            description={t('rule.setsAreaStatusHint')}
          />
        )}
        <Select
          label={t('rule.makesEvent')}
          placeholder={t('rule.noEvent')}
          data={choices.types.map(asOption)}
          value={values.eventTypeId || null}
          onChange={(value) => set('eventTypeId', value ?? '')}
          error={errorOf('event.eventTypeId')}
          clearable
          clearButtonProps={{ 'aria-label': t('rule.noEvent') }}
        />
        {values.eventTypeId && <Switch {...form.switchField('isArchivedOnClear')} label={t('rule.archives')} />}
        <Select
          label={t('escalation.ofRule')}
          placeholder={t('escalation.noPlan')}
          data={choices.plans.map(asOption)}
          value={values.planId || null}
          onChange={(value) => set('planId', value ?? '')}
          error={errorOf('planId')}
          clearable
          clearButtonProps={{ 'aria-label': t('escalation.noPlan') }}
        />
        <DurationField
          label={t('rule.quiet')}
          description={t('rule.quietHint')}
          seconds={values.quietSeconds}
          onChange={(seconds) => set('quietSeconds', seconds)}
        />
      </FieldGroup>
      {values.on === 'sensor' && <TryRule rule={complete} choices={choices} />}
    </FormFrame>
  )
}

type PartProps = { form: ReturnType<typeof useDraftForm<RuleValues>>; choices: RuleChoices }

const SensorFields = ({ form: { values, set, errorOf }, choices }: PartProps) => {
  const { t } = useTranslation()
  const named =
    values.scope === 'sensor'
      ? choices.sensors.map(asOption)
      : values.scope === 'area'
        ? choices.areas.map(asOption)
        : kindsOf(choices)
  const idField = { sensor: 'sensorId', area: 'areaId', kind: 'kind', all: '' }[values.scope]
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={t('rule.scope')}
          data={(['all', 'area', 'kind', 'sensor'] as const).map((value) => ({
            value,
            label: t(`rule.scopes.${value}`),
          }))}
          value={values.scope}
          onChange={(value) => {
            if (!value) return
            set('scope', value as RuleValues['scope'])
            set('scopeOf', '')
          }}
          allowDeselect={false}
        />
        {values.scope !== 'all' && (
          <Select
            aria-label={t(`rule.scopes.${values.scope}`)}
            data={named}
            value={values.scopeOf || null}
            onChange={(value) => set('scopeOf', value ?? '', `trigger.scope.${idField}`)}
            error={errorOf(`trigger.scope.${idField}`)}
            searchable
          />
        )}
      </div>
      {values.conditions.length > 1 && (
        <SegmentedControl
          aria-label={t('rule.match')}
          data={(['all', 'any'] as const).map((value) => ({ value, label: t(`rule.matches.${value}`) }))}
          value={values.match}
          onChange={(value) => set('match', value as RuleValues['match'])}
        />
      )}
      {values.conditions.map((condition, place) => (
        <ConditionFields
          key={condition.key}
          values={condition}
          place={place}
          choices={choices}
          errorOf={errorOf}
          onChange={(next) =>
            set(
              'conditions',
              values.conditions.map((one, index) => (index === place ? next : one)),
            )
          }
          onRemove={
            values.conditions.length > 1
              ? () =>
                  set(
                    'conditions',
                    values.conditions.filter((_, index) => index !== place),
                  )
              : undefined
          }
        />
      ))}
      <Button
        variant="light"
        leftSection={<IconPlus size={18} stroke={1.75} />}
        disabled={values.conditions.length >= MOST_CONDITIONS}
        onClick={() => set('conditions', [...values.conditions, newCondition()])}
      >
        {t('rule.addCondition')}
      </Button>
      <DurationField
        label={t('rule.for')}
        seconds={values.forSeconds}
        onChange={(seconds) => set('forSeconds', seconds)}
      />
      <DurationField
        label={t('rule.clearAfter')}
        seconds={values.clearSeconds}
        onChange={(seconds) => set('clearSeconds', seconds)}
      />
      <DurationField
        label={t('rule.noData')}
        description={t('rule.noDataHint')}
        seconds={values.noDataSeconds}
        onChange={(seconds) => set('noDataSeconds', seconds)}
      />
    </>
  )
}

const EventFields = ({ form: { values, set, errorOf }, choices }: PartProps) => {
  const { t } = useTranslation()
  const isCluster = values.on === 'cluster'
  return (
    <>
      <MultiSelect
        label={t('rule.types')}
        withAsterisk
        data={choices.types.map(asOption)}
        value={values.eventTypeIds}
        onChange={(ids) => set('eventTypeIds', ids, 'trigger.eventTypeIds')}
        error={errorOf('trigger.eventTypeIds')}
        searchable
        hidePickedOptions
      />
      {isCluster && (
        <div className={classes.pair}>
          <NumberInput
            label={t('rule.moreThan')}
            value={values.moreThan}
            min={1}
            allowDecimal={false}
            onChange={(value) => set('moreThan', value, 'trigger.moreThan')}
            error={errorOf('trigger.moreThan')}
          />
          <NumberInput
            label={t('rule.radius')}
            value={values.radiusKm}
            min={0.01}
            onChange={(value) => set('radiusKm', value, 'trigger.radiusMetres')}
            error={errorOf('trigger.radiusMetres')}
          />
        </div>
      )}
      <DurationField
        label={t(isCluster ? 'rule.within' : 'rule.withoutEntry')}
        seconds={values.seconds}
        error={errorOf(isCluster ? 'trigger.withinSeconds' : 'trigger.seconds')}
        onChange={(seconds) => set('seconds', seconds, isCluster ? 'trigger.withinSeconds' : 'trigger.seconds')}
      />
    </>
  )
}
