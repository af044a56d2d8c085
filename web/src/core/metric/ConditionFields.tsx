import { Button, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type MetricConditionType, offeredConditionTypes } from '#contract'
import { rolesToChoose } from '../../people/role/data.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { ActionFields } from './ActionFields.tsx'
import { AnswerFields } from './AnswerFields.tsx'
import type { MetricChoices } from './choices.ts'
import { IdsField } from './IdsField.tsx'
import classes from './MetricForm.module.css'
import type { MetricFormState } from './use-metric-form.ts'
import { type ConditionValues, newCondition } from './values.ts'

type Props = {
  form: MetricFormState
  place: number
  choices: MetricChoices
  onDrawRegion: (() => void) | undefined
}

export const ConditionFields = ({ form, place, choices, onDrawRegion }: Props) => {
  const { t } = useTranslation()
  const { values, change, errorOf } = form
  const condition = values.conditions[place]
  if (!condition) return null
  const field = `conditions.${place}`
  const put = (next: ConditionValues) =>
    change({ ...values, conditions: values.conditions.map((one, index) => (index === place ? next : one)) }, field)
  const remove = () =>
    change({ ...values, conditions: values.conditions.filter((_, index) => index !== place) }, 'conditions')
  const part = {
    values: condition,
    field,
    errorOf,
    onChange: (some: Partial<ConditionValues>) => put({ ...condition, ...some }),
  }
  const offered = offeredConditionTypes(values.metricType, values.conditions, place)
  return (
    <fieldset className={classes.condition} aria-label={t('metric.condition', { number: place + 1 })}>
      <div className={classes.first}>
        <Select
          className={classes.kind}
          label={t('metric.conditionType')}
          withAsterisk
          placeholder={t('metric.choose')}
          data={offered.map((value) => ({ value, label: t(`metric.by.${value}`) }))}
          value={condition.type}
          onChange={(type) => type && put(newCondition({ key: condition.key, type: type as MetricConditionType }))}
          error={errorOf(`${field}.type`)}
          allowDeselect={false}
        />
        <IconButton icon={IconX} label={t('metric.removeCondition')} className={classes.remove} onClick={remove} />
      </div>
      {condition.type === 'BY_ACTION' && <ActionFields {...part} choices={choices} />}
      {condition.type === 'BY_QUESTION_RESPONSE' && (
        <AnswerFields {...part} conditions={values.conditions} types={choices.types} />
      )}
      {condition.type === 'BY_PUBLIC_ACTION' && (
        <IdsField {...part} name="publicActionIds" label={t('metric.types')} things={choices.types} />
      )}
      {condition.type === 'BY_REGION' && choices.regions.length === 0 && (
        <Notice text={t('metric.noRegions')}>
          {onDrawRegion && (
            <Button variant="subtle" size="compact-sm" onClick={onDrawRegion}>
              {t('region.draw')}
            </Button>
          )}
        </Notice>
      )}
      {condition.type === 'BY_REGION' && choices.regions.length > 0 && (
        <IdsField {...part} name="regionsIds" label={t('metric.regions')} things={choices.regions} />
      )}
      {condition.type === 'BY_ROLE' && (
        <IdsField
          {...part}
          name="userRoleIds"
          label={t('metric.roles')}
          things={rolesToChoose(choices.roles, ...condition.ids)}
        />
      )}
    </fieldset>
  )
}
