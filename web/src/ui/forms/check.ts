import type { z } from 'zod'
import { type FieldProblems, fieldProblems } from '#contract'

export const draftCheck =
  <V>(schema: z.ZodType, rules: (values: V) => FieldProblems) =>
  (values: V): FieldProblems => {
    const { error } = schema.safeParse(values)
    return { ...rules(values), ...(error && fieldProblems(error)) }
  }
