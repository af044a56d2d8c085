import type { FieldProblems } from '../problem.ts'
import type { ActionDraft, ActionUnit } from './api.ts'

/** What an action or an event type is worth: a number, unless its unit is Text. */
export const isWorth = (value: string, unit: ActionUnit): boolean =>
  unit === 'Text' || (value.trim() !== '' && Number.isFinite(Number(value)))

type Checked = Pick<
  ActionDraft,
  'unit' | 'value' | 'isAutoSharing' | 'role' | 'setOfValuesEnabled' | 'values' | 'isCustomValue'
>

/** What the parts of an action say together; each part by itself is the schema's. */
export const actionProblems = (action: Checked): FieldProblems => {
  const problems: FieldProblems = {}
  if (action.isAutoSharing && !action.role) problems.role = 'form.required'
  if (!isWorth(action.value, action.unit)) problems.value = 'form.invalid'
  if (!action.setOfValuesEnabled) return problems
  if (action.values.length === 0) problems.values = 'form.required'
  else if (!action.values.every((value) => isWorth(value, action.unit))) problems.values = 'form.invalid'
  return problems
}
