import type { FieldProblems } from '#contract'

export const nameProblem = (name: string): FieldProblems => (name.trim() === '' ? { name: 'form.required' } : {})
