import type { TFunction } from 'i18next'
import type { z } from 'zod'
import { type FieldProblems, fieldProblems } from '#contract'
import { fieldTexts } from './form.ts'

/** Checks a form by the same schema as the server, and says it in the same words. */
export const checkBy =
  (schema: z.ZodType, t: TFunction) =>
  (values: unknown): Record<string, string> => {
    const { error } = schema.safeParse(values)
    return error ? fieldTexts(fieldProblems(error), t) : {}
  }

/** Checks a draft by its schema and by rules that a schema cannot express; the schema's problems come first. */
export const draftCheck =
  <V>(schema: z.ZodType, rules: (values: V) => FieldProblems) =>
  (values: V): FieldProblems => {
    const { error } = schema.safeParse(values)
    return { ...rules(values), ...(error && fieldProblems(error)) }
  }
