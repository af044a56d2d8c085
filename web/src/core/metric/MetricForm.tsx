import { Button, Select, Switch } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Metric, MetricCountType, MetricType, MOST_CONDITIONS, type Translations } from '#contract'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { FieldGroup } from '../../ui/fields/FieldGroup.tsx'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { sentBy } from '../../ui/forms/form.ts'
import { useOpenForm } from '../../ui/forms/open-form.ts'
import { ConditionFields } from './ConditionFields.tsx'
import type { MetricChoices } from './choices.ts'
import classes from './MetricForm.module.css'
import { useMetricForm } from './use-metric-form.ts'
import { addsMixedUnits, newCondition, withCountType, withMetricType } from './values.ts'

type Props = {
  draft: string
  metric: Metric | undefined
  choices: MetricChoices
  onSaved: (metric: Metric) => void
  onLeave: () => void
  /** Undefined if the member may not draw regions. */
  onDrawRegion?: (() => void) | undefined
}

export const MetricForm = ({ onLeave, onDrawRegion, ...options }: Props) => {
  const { t } = useTranslation()
  useOpenForm()
  const form = useMetricForm(options)
  const { values, change, errorOf, leave, save, isChanged } = form
  const { conditions } = values
  const text = (field: 'name' | 'shortName') => ({
    label: t(`metric.${field}`),
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ ...values, [field]: event.currentTarget.value }, field),
    onBlur: () => leave(field),
    error: errorOf(field),
    withAsterisk: true,
    field,
    translations: values.translations,
    onTranslate: (translations: Translations) => change({ ...values, translations }),
  })
  const discard = () => {
    form.forget()
    onLeave()
  }
  const problem = form.isToldByField ? undefined : save.error
  return (
    <FormFrame
      ref={form.element}
      label={t(options.metric ? 'panel.editMetric' : 'panel.newMetric')}
      isNew={!options.metric}
      isBusy={save.isPending}
      form={{ isChanged, problem, submit: sentBy, discard }}
      send={form.send}
    >
      <TranslatedInput {...text('name')} maxLength={200} />
      <TranslatedInput {...text('shortName')} maxLength={50} description={t('metric.shortNameHint')} />
      <Select
        label={t('metric.metricType')}
        withAsterisk
        placeholder={t('metric.choose')}
        data={MetricType.options.map((value) => ({ value, label: t(`metric.type.${value}`) }))}
        value={values.metricType}
        onChange={(value) => value && change(withMetricType(values, value as MetricType), 'metricType', 'conditions')}
        error={errorOf('metricType')}
        allowDeselect={false}
      />
      <Select
        label={t('metric.countType')}
        withAsterisk
        placeholder={t('metric.choose')}
        description={conditions.length > 0 ? t('metric.countTypeHint') : undefined}
        data={MetricCountType.options.map((value) => ({ value, label: t(`metric.count.${value}`) }))}
        value={values.metricCountType}
        onChange={(value) =>
          value && change(withCountType(values, value as MetricCountType), 'metricCountType', 'conditions')
        }
        error={errorOf('metricCountType')}
        allowDeselect={false}
      />
      {addsMixedUnits(values, options.choices.types) && <Notice text={t('metric.mixedUnits')} />}
      <Switch
        label={t('metric.adminOnly')}
        description={t('metric.adminOnlyHint')}
        checked={values.isAdminOnly}
        onChange={(event) => change({ ...values, isAdminOnly: event.currentTarget.checked })}
      />
      <FieldGroup name={t('metric.conditions')}>
        <p className={classes.hint}>{t(conditions.length > 0 ? 'metric.allHold' : 'metric.noConditions')}</p>
        {conditions.map((condition, place) => (
          <ConditionFields
            key={condition.key}
            form={form}
            place={place}
            choices={options.choices}
            onDrawRegion={onDrawRegion}
          />
        ))}
        <Button
          variant="light"
          leftSection={<IconPlus size={18} stroke={1.75} />}
          disabled={conditions.length >= MOST_CONDITIONS}
          onClick={() => change({ ...values, conditions: [...conditions, newCondition()] })}
        >
          {t('metric.addCondition')}
        </Button>
      </FieldGroup>
    </FormFrame>
  )
}
