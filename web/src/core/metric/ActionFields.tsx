import { MultiSelect, Select, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { displayName, MetricExpression } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { FieldPair } from '../../ui/fields/FieldGroup.tsx'
import type { MetricChoices } from './choices.ts'
import { type ConditionProps, comparisonOf } from './values.ts'

export const ActionFields = ({
  values,
  field,
  errorOf,
  onChange,
  choices,
}: ConditionProps & { choices: MetricChoices }) => {
  const { t } = useTranslation()
  const action = choices.actions.find(({ _id }) => _id === values.actionId)
  return (
    <>
      <Select
        label={t('metric.action')}
        withAsterisk
        placeholder={t('metric.choose')}
        data={choices.actions.map((one) => ({ value: one._id, label: nameOf(one) }))}
        value={values.actionId}
        onChange={(actionId) => onChange({ actionId, value: '', values: [], isNarrowed: false })}
        error={errorOf(`${field}.actionId`)}
        searchable={choices.actions.length > 7}
        allowDeselect={false}
      />
      {action && (
        <>
          <Switch
            label={t('metric.narrow')}
            checked={values.isNarrowed}
            onChange={(event) => onChange({ isNarrowed: event.currentTarget.checked })}
          />
          {values.isNarrowed && <ComparisonFields {...{ values, field, errorOf, onChange }} action={action} />}
          <MultiSelect
            label={t('metric.users')}
            placeholder={values.users.length === 0 ? t('metric.anyone') : undefined}
            data={choices.members.map((member) => ({ value: member._id, label: displayName(member) }))}
            value={values.users}
            onChange={(users) => onChange({ users })}
            error={errorOf(`${field}.actionSettings.users`)}
            searchable
            hidePickedOptions
            nothingFoundMessage={t('metric.nothingLeft')}
          />
        </>
      )}
    </>
  )
}

type ComparedProps = ConditionProps & { action: MetricChoices['actions'][number] }

const ComparisonFields = ({ values, field, errorOf, onChange, action }: ComparedProps) => {
  const { t } = useTranslation()
  const comparison = comparisonOf(action)
  const error = errorOf(`${field}.actionSettings.value`) ?? errorOf(`${field}.actionSettings.values`)
  if (comparison === 'list')
    return (
      <MultiSelect
        label={t('metric.values')}
        withAsterisk
        data={action.values}
        value={values.values}
        onChange={(list) => onChange({ values: list })}
        error={error}
        hidePickedOptions
        nothingFoundMessage={t('metric.nothingLeft')}
      />
    )
  const value = (
    <TextInput
      label={t('metric.value')}
      withAsterisk
      inputMode={comparison === 'number' ? 'decimal' : undefined}
      value={values.value}
      onChange={(event) => onChange({ value: event.currentTarget.value })}
      error={error}
    />
  )
  if (comparison === 'text') return value
  return (
    <FieldPair>
      <Select
        label={t('metric.expression')}
        data={MetricExpression.options.map((option) => ({ value: option, label: t(`metric.compare.${option}`) }))}
        value={values.expression}
        onChange={(expression) => expression && onChange({ expression: expression as MetricExpression })}
        allowDeselect={false}
      />
      {value}
    </FieldPair>
  )
}
