import type { z } from 'zod'
import { type FieldProblems, fieldProblems } from '#contract'

/** Checks a draft by its schema and by rules that a schema cannot express; the schema's problems come first. */
export const draftCheck =
  <V>(schema: z.ZodType, rules: (values: V) => FieldProblems) =>
  (values: V): FieldProblems => {
    const { error } = schema.safeParse(values)
    return { ...rules(values), ...(error && fieldProblems(error)) }
  }
