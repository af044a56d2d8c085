import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { required, Time, trimmed } from '../schema.ts'

export const Terms = z.object({ en: z.string(), he: z.string() })

export const Settings = z.object({
  /** The server's name, shown in About. */
  name: z.string(),
  offlineMode: z.boolean(),
  version: z.string(),
  /** Of the caller's service; null when nobody is signed in or the service has no terms. */
  termsOfUseUpdateTime: Time.nullable(),
  terms: Terms.nullable(),
  /** Names of settings that the environment decides, shown read-only. */
  setByEnvironment: z.array(z.string()),
})
export type Settings = z.infer<typeof Settings>

export const SettingsChange = z.object({ name: required(80).optional(), offlineMode: z.boolean().optional() })

/** As rich text; a language that is left empty shows the English one. */
export const NewTerms = z.object({ en: required(50_000), he: trimmed(50_000).default('') })
export type NewTerms = z.infer<typeof NewTerms>

export const settingApi = {
  read: {
    method: 'GET',
    path: '/settings',
    summary: 'The server settings, and the terms of the caller’s service when a token is sent along',
    needs: 'open',
    reply: Settings,
  },
  change: {
    method: 'PATCH',
    path: '/settings',
    summary: 'Change the server’s name or its offline mode',
    needs: 'server.edit',
    body: SettingsChange,
    reply: Settings,
  },
  publishTerms: {
    method: 'POST',
    path: '/settings/terms',
    summary: 'Publish new terms of use for one’s own service; everyone in it is asked to agree again',
    needs: 'service.edit',
    body: NewTerms,
    reply: Settings,
  },
} as const satisfies Record<string, Endpoint>
