import type { ConditionValues } from './values.ts'

/** What the fields of one condition are given. */
export type ConditionProps = {
  values: ConditionValues
  /** The path of the condition in the form, under which its errors are found: `conditions.0`. */
  field: string
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<ConditionValues>) => void
}
