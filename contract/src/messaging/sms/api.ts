import { z } from 'zod'
import { Phone } from '../../people/user/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Time } from '../../platform/kit/schema.ts'
import type { Language } from '../../platform/language/language.ts'

export const SmsState = z.object({
  isConfigured: z.boolean(),
  /** Host of the gateway. */
  host: z.string().nullable(),
  lastSentAt: Time.nullable(),
  lastError: z.object({ code: z.string(), at: Time }).nullable(),
})
export type SmsState = z.infer<typeof SmsState>

export const smsApi = {
  state: {
    method: 'GET',
    path: '/settings/sms',
    summary: 'Whether the server sends text messages, and the last results',
    needs: 'server.edit',
    reply: SmsState,
  },
  sendTest: {
    method: 'POST',
    path: '/settings/sms/test',
    cost: 10,
    summary: 'Send a test message. If it fails, a code gives the reason',
    needs: 'server.edit',
    body: z.object({ phone: Phone.min(1) }),
    reply: z.object({ code: z.string().nullable() }),
  },
} as const satisfies Record<string, Endpoint>

const testTexts: Record<Language, (server: string) => string> = {
  en: (server) => `Text messages from ${server} work.`,
  he: (server) => `הודעות טקסט מאת ${server} פועלות.`,
}

export const smsTestText = (language: Language, server: string): string => testTexts[language](server)
