import type { TFunction } from 'i18next'
import type { FormEvent } from 'react'
import { type FieldProblem, type FieldProblems, Problem } from '#contract'

export const fieldText = (problem: FieldProblem, t: TFunction): string => t(problem)

/** What the server says about single fields, as a form shows it; empty when it says nothing of them. */
export const fieldErrors = (error: unknown, t: TFunction): Record<string, string> => {
  const fields: FieldProblems = (error instanceof Problem && error.fields) || {}
  return Object.fromEntries(Object.entries(fields).map(([field, problem]) => [field, fieldText(problem, t)]))
}

/** For a form that does by itself what there is to do when it is sent, and shows what comes of it. */
export const sentBy = (send: () => Promise<unknown>) => (event: FormEvent) => {
  event.preventDefault()
  void send()
}
