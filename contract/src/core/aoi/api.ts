import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, SentTime, TimeZone } from '../../platform/kit/schema.ts'
import { AoiChange, AoiDraft } from './draft.ts'
import { AoiFilter, AoiListQuery } from './filter.ts'
import {
  Aoi,
  AoiChart,
  AoiKind,
  AoiPage,
  AoiSummary,
  GenericMetrics,
  PlanAoi,
  SharedMetrics,
  StateMetrics,
} from './schema.ts'
import { AoiExtent } from './tile.ts'

const NumberParams = z.object({ number: z.coerce.number().int().positive() })
const flag = z.stringbool().optional()

const CountQuery = z.object({
  startTime: SentTime.optional(),
  endTime: SentTime.optional(),
  type: AoiKind.default('event'),
  metric: Id.optional(),
})

export const aoiApi = {
  ofService: {
    method: 'GET',
    path: '/aoi/service/:service',
    summary: 'List up to 1,000 events of a service that are not archived, newest first',
    needs: 'service.readAois',
    params: z.object({ service: Id }),
    reply: z.array(AoiSummary),
  },
  filtered: {
    method: 'GET',
    path: '/aoi/filtered',
    summary: 'Read one page of AOIs, grouped by creator, type and community',
    needs: 'aoi.list',
    query: AoiListQuery,
    cost: 3,
    reply: AoiPage,
  },
  byNonce: {
    method: 'GET',
    path: '/aoi/nonce-pro/:nonce',
    summary: 'Read a complete AOI by its nonce, and mark it as read',
    needs: 'aoi.read',
    writes: true,
    params: z.object({ nonce: z.string().regex(/^\d{1,15}$/) }),
    query: z.object({ archived: flag }),
    reply: Aoi,
  },
  genericMetrics: {
    method: 'GET',
    path: '/aoi/generic-metrics',
    summary: 'Count the AOIs of a kind that are new, in progress, done, read, unread and shared with the caller',
    needs: 'aoi.list',
    membersOnly: true,
    query: CountQuery,
    reply: GenericMetrics,
  },
  stateMetrics: {
    method: 'GET',
    path: '/aoi/state-metrics',
    summary: 'Count the new, in progress and done AOIs of a kind: the fast part of the generic metrics',
    needs: 'aoi.list',
    membersOnly: true,
    query: CountQuery,
    reply: StateMetrics,
  },
  sharedMetrics: {
    method: 'GET',
    path: '/aoi/shared-metrics',
    summary: 'Count the events shared with the caller and not done',
    needs: 'aoi.list',
    membersOnly: true,
    reply: SharedMetrics,
  },
  chart: {
    method: 'GET',
    path: '/aoi/chart',
    summary:
      'Figures of selected AOIs by day, type and logged value. Without aoiIds, of all AOIs that match the filter',
    needs: 'aoi.list',
    membersOnly: true,
    query: AoiFilter.extend({
      aoiIds: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(Id).max(1000))
        .optional(),
      timeZone: TimeZone,
    }),
    reply: AoiChart,
  },
  onLocalMap: {
    method: 'GET',
    path: '/aoi/local-map/:localMapId',
    summary: 'List up to 1,000 AOIs on a local map, newest first, filtered like the list',
    needs: 'service.readAois',
    params: z.object({ localMapId: Id }),
    query: AoiFilter,
    reply: z.array(PlanAoi),
  },
  tile: {
    method: 'GET',
    path: '/aoi/tiles/:z/:x/:y',
    summary: 'Vector tile of the map: clusters and points, filtered like the list',
    needs: 'aoi.list',
    params: z.object({
      z: z.coerce.number().int().min(0).max(22),
      x: z.coerce.number().int().min(0),
      y: z.coerce.number().int().min(0),
    }),
    query: AoiFilter,
    reply: z.unknown(),
    raw: 'application/vnd.mapbox-vector-tile',
  },
  extent: {
    method: 'GET',
    path: '/aoi/extent',
    summary: 'The smallest bounds around all AOIs that the filter matches, on request only of the own service',
    needs: 'aoi.list',
    query: AoiFilter.extend({ ownService: flag }),
    reply: AoiExtent,
  },
  create: {
    method: 'POST',
    path: '/aoi',
    summary: 'Create an AOI',
    needs: 'aoi.create',
    body: AoiDraft,
    files: ['file'],
    reply: Aoi,
  },
  change: {
    method: 'PATCH',
    path: '/aoi/:number',
    summary: 'Change an AOI. Fields that are not sent stay',
    needs: 'aoi.edit',
    params: NumberParams,
    body: AoiChange,
    files: ['file'],
    reply: Aoi,
  },
  remove: {
    method: 'DELETE',
    path: '/aoi/:id',
    summary: 'Delete an AOI; an Admin can restore it for 30 days',
    needs: 'aoi.delete',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  restore: {
    method: 'POST',
    path: '/aoi/:id/restore',
    summary: 'Restore a deleted AOI. The member who deleted it may undo the deletion at once',
    needs: 'aoi.restore',
    params: idParams,
    reply: Aoi,
  },
  archive: {
    method: 'PATCH',
    path: '/aoi/archive/:id',
    summary: 'Archive an AOI',
    needs: 'aoi.archive',
    params: idParams,
    reply: Aoi,
  },
  unarchive: {
    method: 'PATCH',
    path: '/aoi/unarchive/:id',
    summary: 'Unarchive an AOI',
    needs: 'aoi.archive',
    params: idParams,
    reply: Aoi,
  },
  removeSubscriber: {
    method: 'DELETE',
    path: '/aoi/:id/subscribers/:subscriberId',
    summary: 'Remove a subscriber of an activity; it can subscribe again',
    needs: 'subscriber.remove',
    params: z.object({ id: Id, subscriberId: Id }),
    reply: Aoi,
  },
  resetCounters: {
    method: 'POST',
    path: '/aoi/update-aoi-info/:id',
    summary: 'Record that the updates or the subscriptions were seen',
    needs: 'aoi.read',
    membersOnly: true,
    params: idParams,
    body: z.object({ updates: z.coerce.number().optional(), subscriptions: z.coerce.number().optional() }),
    reply: z.object({ updates: z.number().int(), subscriptions: z.number().int() }),
  },
} as const satisfies Record<string, Endpoint>
