import type { FieldProblems } from '#contract'

/** Regions and local maps need a name. */
export const nameProblem = (name: string): FieldProblems => (name.trim() === '' ? { name: 'form.required' } : {})
