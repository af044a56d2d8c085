import { z } from 'zod'
import { Translations } from '../language/language.ts'

/** An object that still uses the one to be deleted. */
export const Usage = z.object({
  kind: z.enum(['role', 'action', 'eventType', 'metric', 'group', 'rule']),
  name: z.string(),
  translations: Translations,
})
export type Usage = z.infer<typeof Usage>
