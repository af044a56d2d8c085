import type { TFunction } from 'i18next'
import type { ComponentType, FormEvent } from 'react'
import { type FieldProblem, type FieldProblems, Problem } from '#contract'

/** A field that a screen passes from one feature to the form of another. */
export type FieldOf<Value> = ComponentType<{ value: Value; onChange: (value: Value) => void }>

export const fieldText = (problem: FieldProblem, t: TFunction): string => t(problem)

export const fieldTexts = (problems: FieldProblems, t: TFunction): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, fieldText(problem, t)]))

export const fieldProblemsOf = (error: unknown): FieldProblems => (error instanceof Problem && error.fields) || {}

/** The server's field errors as texts; empty if the error is not about fields. */
export const fieldErrors = (error: unknown, t: TFunction): Record<string, string> =>
  fieldTexts(fieldProblemsOf(error), t)

export const sentBy = (send: () => Promise<unknown>) => (event: FormEvent) => {
  event.preventDefault()
  void send()
}

export const focusProblem = (form: HTMLElement | null, hasError: (field: string) => boolean): void => {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
  const fieldWithError = fields
    .find(({ dataset }) => hasError(dataset.field ?? ''))
    ?.querySelector<HTMLElement>('input:not([type=file]), textarea, select, [contenteditable=true], button')
  const problem = fieldWithError ?? form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')
  problem?.focus()
}
