import type { ConditionValues } from './values.ts'

export type ConditionProps = {
  values: ConditionValues
  field: string
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<ConditionValues>) => void
}
