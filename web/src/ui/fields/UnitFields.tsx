import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionUnit } from '#contract'

type Props = {
  unit: ActionUnit
  onUnit: (unit: ActionUnit) => void
  unitError: ReactNode
  value: TextInputProps
  description?: string
  /** Present where only these values can be chosen. */
  choices?: { values: readonly string[]; onChoose: (value: string) => void } | undefined
}

export const UnitFields = ({ unit, onUnit, unitError, value, description, choices }: Props) => {
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
      {choices ? (
        <NativeSelect
          label={t('unit.value')}
          description={description}
          withAsterisk
          value={String(value.value)}
          data={[...new Set([String(value.value), ...choices.values])]}
          onChange={(event) => choices.onChoose(event.currentTarget.value)}
          error={value.error}
        />
      ) : (
        <TextInput
          label={t('unit.value')}
          description={description}
          withAsterisk
          maxLength={2000}
          inputMode={unit === 'Text' ? 'text' : 'decimal'}
          leftSection={unit === 'Dollar' ? '$' : undefined}
          {...value}
        />
      )}
    </>
  )
}
