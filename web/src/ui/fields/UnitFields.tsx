import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionUnit } from '#contract'

type Props = {
  unit: ActionUnit
  onUnit: (unit: ActionUnit) => void
  unitError: ReactNode
  /** The props of the value's text field. */
  value: TextInputProps
  description?: string
}

/** A unit and a value in it. */
export const UnitFields = ({ unit, onUnit, unitError, value, description }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={t('unit.label')}
        withAsterisk
        value={unit}
        onChange={(event) => onUnit(event.currentTarget.value as ActionUnit)}
        data={ActionUnit.options.map((option) => ({ value: option, label: t(`unit.${option}`) }))}
        error={unitError}
      />
      <TextInput
        label={t('unit.value')}
        description={description}
        withAsterisk
        maxLength={2000}
        inputMode={unit === 'Text' ? 'text' : 'decimal'}
        leftSection={unit === 'Dollar' ? '$' : undefined}
        {...value}
      />
    </>
  )
}
