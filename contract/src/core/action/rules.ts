import type { ActionUnit } from '../../people/role/api.ts'
import type { FieldProblems } from '../../platform/http/problem.ts'
import { isNumberText } from '../../platform/kit/text.ts'
import type { ActionDraft } from './api.ts'

/** Whether `value` is valid for an action or event type: a number, unless the unit is Text. */
export const isWorth = (value: string, unit: ActionUnit): boolean => unit === 'Text' || isNumberText(value)

type ActionValues = Pick<
  ActionDraft,
  'unit' | 'value' | 'isAutoSharing' | 'role' | 'setOfValuesEnabled' | 'values' | 'isCustomValue'
>

export const actionProblems = (action: ActionValues): FieldProblems => {
  const problems: FieldProblems = {}
  if (action.isAutoSharing && !action.role) problems.role = 'form.required'
  if (!isWorth(action.value, action.unit)) problems.value = 'form.invalid'
  if (!action.setOfValuesEnabled) return problems
  if (action.values.length === 0) problems.values = 'form.required'
  else if (!action.values.every((value) => isWorth(value, action.unit))) problems.values = 'form.invalid'
  else if (!action.values.includes(action.value)) problems.value = 'form.notInList'
  return problems
}
