import { z } from 'zod'
import { Translations } from '../language/language.ts'

/** An item that still uses another item and so prevents its deletion. */
export const Usage = z.object({
  kind: z.enum(['role', 'action', 'eventType', 'metric', 'group', 'rule']),
  name: z.string(),
  translations: Translations,
})
export type Usage = z.infer<typeof Usage>
