import { z } from 'zod'
import { AoiFilter } from '../../core/aoi/filter.ts'
import { AoiKind, AoiState } from '../../core/aoi/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, required, Time, TimeZone } from '../../platform/kit/schema.ts'
import { DEFAULT_LANGUAGE, Language } from '../../platform/language/language.ts'
import { ExportFormat } from '../export/api.ts'

export const FeedFormat = ExportFormat.extract(['geojson', 'kml', 'gpx'])
export type FeedFormat = z.infer<typeof FeedFormat>

/**
 * The filter of a list without text search and without parts that depend on the reader. `kind`, `state` and `days`
 * replace the list's type, kinds and times.
 */
export const FeedFilter = AoiFilter.omit({
  type: true,
  isActivity: true,
  isSensors: true,
  startTime: true,
  endTime: true,
  search: true,
  creator: true,
  metric: true,
  bbox: true,
  localMapId: true,
}).extend({
  kind: AoiKind.exclude(['sensor']).default('event'),
  state: z.enum(['all', ...AoiState.options]).default('all'),
  /** Only AOIs created within this number of days. */
  days: z.number().int().min(1).max(3650).optional(),
})
export type FeedFilter = z.infer<typeof FeedFilter>

/** Maximum number of AOIs in a feed, the newest first. */
export const FEED_ROWS = 5000

export const Feed = z.object({
  _id: Id,
  name: z.string(),
  format: FeedFormat,
  filter: FeedFilter,
  creator: z.object({ _id: Id, name: z.string() }),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
})
export type Feed = z.infer<typeof Feed>

export const NewFeed = z.object({
  name: required(100),
  format: FeedFormat,
  filter: FeedFilter,
  /** Language of titles and texts in the feed. */
  language: Language.default(DEFAULT_LANGUAGE),
  timeZone: TimeZone,
})
export type NewFeed = z.infer<typeof NewFeed>

const token = '[\\w-]{43}'

export const feedApi = {
  list: {
    method: 'GET',
    path: '/feeds',
    summary: 'List the feeds that the caller may revoke: for Admins those of the service, for others their own',
    needs: 'token.list',
    reply: z.array(Feed),
  },
  create: {
    method: 'POST',
    path: '/feeds',
    summary: 'Create a feed of a filtered list for map programs. Only this reply contains its address',
    needs: 'list.export',
    body: NewFeed,
    reply: Feed.extend({ link: z.url() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/feeds/:id',
    summary: 'Revoke a feed. Its address stops working at once',
    needs: 'token.revoke',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  file: {
    method: 'GET',
    path: '/feed/:file',
    summary:
      'Read a feed at its private address, as GeoJSON, KML or GPX, with the current rights of its creator and without contact details, descriptions, log entries and words of visitors. The reply has an ETag, and any site may read it',
    needs: 'link',
    params: z.object({ file: z.string().regex(new RegExp(`^${token}\\.(${FeedFormat.options.join('|')})$`)) }),
    reply: z.unknown(),
    raw: 'application/octet-stream',
  },
  symbol: {
    method: 'GET',
    path: '/feed/:token/symbols/:symbol',
    summary: 'The symbol of an event type in a KML feed, as `name-colour.png`',
    needs: 'link',
    params: z.object({
      token: z.string().regex(new RegExp(`^${token}$`)),
      symbol: z.string().regex(/^[a-z0-9-]{1,100}-[0-9a-f]{6}\.png$/),
    }),
    reply: z.unknown(),
    raw: 'image/png',
  },
} as const satisfies Record<string, Endpoint>
