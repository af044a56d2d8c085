import type { ConditionValues } from './values.ts'

export type ConditionProps = {
  values: ConditionValues
  /** Path of the condition in the form, the prefix of its errors: `conditions.0`. */
  field: string
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<ConditionValues>) => void
}
