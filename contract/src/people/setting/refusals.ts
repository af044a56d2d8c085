import { z } from 'zod'
import { Id, Time } from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'

/** Reasons why a request was refused: a limit of requests or attempts, missing identification, or a missing right. */
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
 * Refused requests per hour. Technicians see those of their service and of unidentified callers; the server's owner
 * sees all.
 */
export const Refusals = z.object({
  /** The last 24 hours, oldest first; the last element is the current hour. */
  hours: z.array(z.object({ start: Time, count: z.number().int() })),
  /** Kinds that occurred in these hours, in the order of `refusalKinds`. */
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
