import type { TFunction } from 'i18next'
import type { FormEvent } from 'react'
import { type FieldProblem, type FieldProblems, Problem } from '#contract'

export const fieldText = (problem: FieldProblem, t: TFunction): string => t(problem)

/** What is wrong with each field, in the reader's language. */
export const fieldTexts = (problems: FieldProblems, t: TFunction): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, fieldText(problem, t)]))

/** The server's problems by field; none for any other error. */
export const fieldProblemsOf = (error: unknown): FieldProblems => (error instanceof Problem && error.fields) || {}

/** What the server says about single fields, as a form shows it; empty when it says nothing of them. */
export const fieldErrors = (error: unknown, t: TFunction): Record<string, string> =>
  fieldTexts(fieldProblemsOf(error), t)

/** For a form that does by itself what there is to do when it is sent, and shows what comes of it. */
export const sentBy = (send: () => Promise<unknown>) => (event: FormEvent) => {
  event.preventDefault()
  void send()
}
