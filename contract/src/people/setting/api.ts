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
  /** Whether the online street map is drawn instead of the server's own. */
  publicMap: z.boolean(),
  /** The server's own streets, which may have come since the page was sent. */
  tileSets: z.array(TileSet),
  version: z.string(),
  /** For how many days a nightly backup is kept; null if none are made. */
  backupDays: z.number().int().nullable(),
  /** The caller's service decides; null without sign-in or terms. */
  termsOfUseUpdateTime: Time.nullable(),
  terms: Terms.nullable(),
  /** Names of settings that the environment decides, shown read-only. */
  setByEnvironment: z.array(z.string()),
  /** Notices, the newest first; only for members who are signed in. */
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
  /** The notice is shown until then or until it is removed. */
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

/** As rich text. Required in the service's main language, which is shown where another is left empty. */
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
