import { NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../forms/SentenceForm.module.css'
import { type DurationUnit, durationUnits, unitOf } from './duration.ts'

type Props = {
  label: string
  description?: string
  seconds: number
  error?: React.ReactNode
  onChange: (seconds: number) => void
}

export const DurationField = ({ label, description, seconds, error, onChange }: Props) => {
  const { t } = useTranslation()
  const [unit, setUnit] = useState<DurationUnit>(() => unitOf(seconds))
  return (
    <div className={classes.pair}>
      <NumberInput
        className={classes.grow}
        label={label}
        description={description}
        value={seconds / durationUnits[unit]}
        min={0}
        decimalScale={2}
        allowNegative={false}
        error={error}
        onChange={(value) => onChange(Math.round(Number(value || 0) * durationUnits[unit]))}
      />
      <NativeSelect
        aria-label={t('duration.unitOf', { label })}
        data={(Object.keys(durationUnits) as DurationUnit[]).map((value) => ({
          value,
          label: t(`duration.unit.${value}`),
        }))}
        value={unit}
        onChange={(event) => {
          const next = event.currentTarget.value as DurationUnit
          onChange(Math.round((seconds / durationUnits[unit]) * durationUnits[next]))
          setUnit(next)
        }}
      />
    </div>
  )
}
