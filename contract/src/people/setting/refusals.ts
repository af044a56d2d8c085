import { z } from 'zod'
import { Id, Time } from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'

/** Why a request was refused: over a limit of requests or attempts, not identified, or not allowed. */
export const refusalKinds = [
  'networkLimit',
  'sessionLimit',
  'strangersLimit',
  'keyLimit',
  'tooManyAttempts',
  'wrongCredentials',
  'signedOut',
  'ingestKey',
  'apiToken',
  'apiKey',
  'newPassword',
  'setupToken',
  'forbidden',
] as const
export type RefusalKind = (typeof refusalKinds)[number]

const counts = { thisHour: z.number().int(), lastDay: z.number().int() }

/**
 * Refused requests per hour. Technicians see those of their service and of unidentified callers, the server owner all.
 */
export const Refusals = z.object({
  /** The last 24 hours from the oldest on; the last one is the hour that has begun. */
  hours: z.array(z.object({ start: Time, count: z.number().int() })),
  /** In the order of `refusalKinds`; only those that occurred in these hours. */
  kinds: z.array(z.object({ kind: z.enum(refusalKinds), ...counts })),
  senders: z.array(
    z.object({
      service: z.object({ _id: Id, title: z.string(), translations: Translations }).nullable(),
      ...counts,
    }),
  ),
})
export type Refusals = z.infer<typeof Refusals>
export type RefusalSender = Refusals['senders'][number]['service']
