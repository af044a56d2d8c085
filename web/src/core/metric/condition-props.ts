import type { ConditionValues } from './values.ts'

/** The props of a condition's fields. */
export type ConditionProps = {
  values: ConditionValues
  /** The path of the condition in the form, which prefixes its errors: `conditions.0`. */
  field: string
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<ConditionValues>) => void
}
