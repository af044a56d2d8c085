import { Autocomplete, Chip, NumberInput, Select } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type RuleCondition, sensorStates } from '#contract'
import { DurationField } from '../../ui/fields/DurationField.tsx'
import { TimeField } from '../../ui/fields/TimeField.tsx'
import classes from '../../ui/forms/SentenceForm.module.css'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { parametersOf, type RuleChoices } from './choices.ts'
import { dayNames } from './sentence.ts'
import { type ConditionValues, newCondition } from './values.ts'

const types = ['value', 'rate', 'silence', 'state', 'place', 'time'] as const satisfies RuleCondition['type'][]
const weekdays = [0, 1, 2, 3, 4, 5, 6]

type Props = {
  values: ConditionValues
  place: number
  choices: RuleChoices
  errorOf: (field: string) => React.ReactNode
  onChange: (next: ConditionValues) => void
  onRemove: (() => void) | undefined
}

export const ConditionFields = ({ values, place, choices, errorOf, onChange, onRemove }: Props) => {
  const { t } = useTranslation()
  const put = (some: Partial<ConditionValues>) => onChange({ ...values, ...some })
  const error = (name: string) => errorOf(`trigger.conditions.${place}.${name}`)
  const choose = <T extends string>(label: string, options: readonly T[], value: T, set: (value: T) => void) => (
    <Select
      label={label}
      data={options.map((option) => ({ value: option, label: t(`rule.choice.${option}` as never) }))}
      value={value}
      onChange={(next) => next && set(next as T)}
      allowDeselect={false}
    />
  )
  const amount = (name: 'enter' | 'leave' | 'by', label: string, description?: string) => (
    <NumberInput
      label={label}
      description={description}
      value={values[name]}
      error={error(name)}
      onChange={(value) => put({ [name]: value })}
    />
  )
  const parameter = (
    <Autocomplete
      label={t('rule.parameter')}
      data={parametersOf(choices)}
      value={values.parameter}
      onChange={(next) => put({ parameter: next })}
      error={error('parameter')}
      maxLength={100}
    />
  )
  return (
    <fieldset className={classes.condition} aria-label={t('rule.condition', { number: place + 1 })}>
      <div className={classes.first}>
        <Select
          label={t('rule.conditionOn')}
          data={types.map((value) => ({ value, label: t(`rule.on.${value}`) }))}
          value={values.type}
          onChange={(type) => type && onChange(newCondition({ type: type as ConditionValues['type'] }))}
          allowDeselect={false}
        />
        {onRemove && <IconButton icon={IconX} label={t('rule.removeCondition')} onClick={onRemove} />}
      </div>
      {values.type === 'value' && (
        <>
          {parameter}
          <div className={classes.pair}>
            {choose(t('rule.is'), ['above', 'below'], values.operator, (operator) => put({ operator }))}
            {amount('enter', t('rule.value'))}
          </div>
          {amount('leave', t(values.operator === 'above' ? 'rule.untilBelow' : 'rule.untilAbove'), t('rule.leaveHint'))}
        </>
      )}
      {values.type === 'rate' && (
        <>
          {parameter}
          <div className={classes.pair}>
            {choose(t('rule.changes'), ['rises', 'falls'], values.direction, (direction) => put({ direction }))}
            {amount('by', t('rule.by'))}
          </div>
          <DurationField
            label={t('rule.within')}
            seconds={values.seconds}
            error={error('withinSeconds')}
            onChange={(seconds) => put({ seconds })}
          />
        </>
      )}
      {values.type === 'silence' && (
        <DurationField
          label={t('rule.silentFor')}
          seconds={values.seconds}
          error={error('seconds')}
          onChange={(seconds) => put({ seconds })}
        />
      )}
      {values.type === 'state' && (
        <div className={classes.pair}>
          {choose(t('rule.state'), ['is', 'isNot'], values.isState ? 'is' : 'isNot', (is) =>
            put({ isState: is === 'is' }),
          )}
          <Autocomplete
            aria-label={t('rule.stateName')}
            data={[...sensorStates]}
            value={values.state}
            onChange={(state) => put({ state })}
            error={error('state')}
            maxLength={50}
          />
        </div>
      )}
      {values.type === 'place' && (
        <div className={classes.pair}>
          {choose(t('rule.lies'), ['inside', 'outside'], values.isInside ? 'inside' : 'outside', (side) =>
            put({ isInside: side === 'inside' }),
          )}
          <Select
            className={classes.grow}
            label={t('rule.area')}
            data={[
              { group: t('rule.areas'), items: choices.areas.map(asOption) },
              { group: t('rule.regions'), items: choices.regions.map(asOption) },
            ]}
            value={values.areaId || null}
            onChange={(areaId) => put({ areaId: areaId ?? '' })}
            error={error('areaId')}
            searchable
          />
        </div>
      )}
      {values.type === 'time' && (
        <>
          <Chip.Group multiple value={values.days.map(String)} onChange={(days) => put({ days: days.map(Number) })}>
            <fieldset className={classes.days} aria-label={t('rule.days')}>
              {weekdays.map((day) => (
                <Chip key={day} value={String(day)} size="sm">
                  {dayNames([day])}
                </Chip>
              ))}
            </fieldset>
          </Chip.Group>
          {error('days') && <p className={classes.hint}>{error('days')}</p>}
          <div className={classes.pair}>
            {(['from', 'to'] as const).map((name) => (
              <TimeField
                key={name}
                label={t(`rule.${name}`)}
                value={values[name]}
                onChange={(time) => put({ [name]: time })}
                error={error(name)}
              />
            ))}
          </div>
          <p className={classes.hint}>{t('rule.timeHint')}</p>
        </>
      )}
    </fieldset>
  )
}

const asOption = ({ _id, name }: { _id: string; name: string }) => ({ value: _id, label: name })
