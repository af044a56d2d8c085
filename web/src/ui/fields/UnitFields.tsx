import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionUnit } from '#contract'

type Props = {
  unit: ActionUnit
  value: string
  onUnit: (unit: ActionUnit) => void
  onValue: (value: string) => void
  onLeaveValue: () => void
  errorOf: (field: 'unit' | 'value') => ReactNode
  description?: string
}

/** What a thing is worth: a unit, and a value in it. */
export const UnitFields = ({ unit, value, onUnit, onValue, onLeaveValue, errorOf, description }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={t('unit.label')}
        withAsterisk
        value={unit}
        onChange={(event) => onUnit(event.currentTarget.value as ActionUnit)}
        data={ActionUnit.options.map((option) => ({ value: option, label: t(`unit.${option}`) }))}
        error={errorOf('unit')}
      />
      <TextInput
        label={t('unit.value')}
        description={description}
        withAsterisk
        maxLength={2000}
        inputMode={unit === 'Text' ? 'text' : 'decimal'}
        leftSection={unit === 'Dollar' ? '$' : undefined}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        onBlur={onLeaveValue}
        error={errorOf('value')}
      />
    </>
  )
}
