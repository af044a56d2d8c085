import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props<Unit extends string> = {
  unit: Unit
  units: readonly { value: Unit; label: string }[]
  onUnit: (unit: Unit) => void
  unitError: ReactNode
  value: TextInputProps
  description?: string
  /** If present, the value is chosen from these instead of typed. */
  choices?: { values: readonly string[]; onChoose: (value: string) => void } | undefined
}

export function UnitFields<Unit extends string>(props: Props<Unit>) {
  const { unit, units, onUnit, unitError, value, description, choices } = props
  const { t } = useTranslation()
  return (
    <>
      <NativeSelect
        label={t('unit.label')}
        withAsterisk
        value={unit}
        onChange={(event) => onUnit(event.currentTarget.value as Unit)}
        data={units}
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
        <TextInput label={t('unit.value')} description={description} withAsterisk maxLength={2000} {...value} />
      )}
    </>
  )
}
