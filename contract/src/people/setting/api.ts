import { z } from 'zod'
import { TileSet } from '../../geo/streets/tile-set.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, noFields, required, Time, translationsOf, trimmed } from '../../platform/kit/schema.ts'
import { Language, Translations } from '../../platform/language/language.ts'
import { Refusals } from './refusals.ts'

export const Terms = z.record(Language, z.string())

export const Notice = z.object({
  _id: Id,
  text: z.string(),
  translations: Translations,
  createdAt: Time,
  expiresAt: Time.nullable(),
})
export type Notice = z.infer<typeof Notice>

export const Settings = z.object({
  name: z.string(),
  offlineMode: z.boolean(),
  /** Whether maps show the online street map instead of the server's own. */
  publicMap: z.boolean(),
  /** The server's own streets, which may have been added since the page was loaded. */
  tileSets: z.array(TileSet),
  version: z.string(),
  /** Days for which nightly backups are kept; null if no nightly backups are made. */
  backupDays: z.number().int().nullable(),
  /**
   * Time of the last change to the terms of the caller's service; null if the caller is not signed in or the service
   * has no terms.
   */
  termsOfUseUpdateTime: Time.nullable(),
  terms: Terms.nullable(),
  /** Names of settings that the environment sets; the web shows them read-only. */
  setByEnvironment: z.array(z.string()),
  /** Notices, newest first; empty for callers who are not signed in. */
  notices: z.array(Notice),
})
export type Settings = z.infer<typeof Settings>

export const SettingsChange = z.object({
  name: required(80).optional(),
  offlineMode: z.boolean().optional(),
  publicMap: z.boolean().optional(),
})

export const NewNotice = z.object({
  text: required(2000),
  translations: translationsOf({ text: 2000 }).default({}),
  /** Time when the notice disappears; null: when it is removed. */
  expiresAt: Time.nullable().default(null),
})
export type NewNotice = z.infer<typeof NewNotice>

export const Health = z.object({
  version: z.string(),
  node: z.string(),
  database: z.string(),
  databaseMs: z.number(),
  uptimeSeconds: z.number().int(),
  memoryMb: z.number().int(),
  databaseMb: z.number().int(),
  liveStreams: z.number().int(),
})
export type Health = z.infer<typeof Health>

/** Rich text by language. Required in the service's main language, which readers of languages without a text see. */
export const NewTerms = z.partialRecord(Language, trimmed(50_000))
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
    summary: 'Change the server’s name, its offline mode or its map',
    needs: 'server.edit',
    body: SettingsChange,
    reply: Settings,
  },
  health: {
    method: 'GET',
    path: '/settings/health',
    summary: 'Versions and health of the server',
    needs: 'server.read',
    reply: Health,
  },
  refusals: {
    method: 'GET',
    path: '/settings/refusals',
    summary: 'Refused requests of the last 24 hours, by reason',
    needs: 'server.read',
    reply: Refusals,
  },
  publishNotice: {
    method: 'POST',
    path: '/settings/notices',
    summary: 'Publish a notice to everyone on the server',
    needs: 'server.edit',
    body: NewNotice,
    reply: Settings,
  },
  removeNotice: {
    method: 'DELETE',
    path: '/settings/notices/:id',
    summary: 'Withdraw a notice',
    needs: 'server.edit',
    params: idParams,
    reply: noFields,
  },
  publishTerms: {
    method: 'POST',
    path: '/settings/terms',
    summary: 'Publish new terms of use for one’s own service. All members must agree again',
    needs: 'service.edit',
    body: NewTerms,
    reply: Settings,
  },
} as const satisfies Record<string, Endpoint>
