import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, noFields, Time, trimmed } from '../../platform/kit/schema.ts'
import { Language } from '../../platform/language/language.ts'
import { Box } from './tile-set.ts'

const Count = z.coerce.number().int().nonnegative()

/** Reasons why streets are unavailable. The web and the console have one sentence for each. */
export const streetsReasons = [
  'notPmtiles',
  'broken',
  'cutShort',
  'tooLarge',
  'unknownCompression',
  'unknownTiles',
  'otherSchema',
  'noTiles',
  'refused',
  'unreachable',
  'failing',
  'notFound',
  'noRanges',
  'sourceChanged',
  'areaTooLarge',
  'diskFull',
  'cancelled',
] as const
export const StreetsReason = z.enum(streetsReasons)
export type StreetsReason = z.infer<typeof StreetsReason>

const AreaId = z.string().regex(/^[\w-]{1,120}$/)

/** State of an area's address index, which is built once in the background. */
export const AddressState = z.discriminatedUnion('state', [
  /** The area has only pictures, so it has no addresses. */
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('waiting') }),
  z.object({ state: z.literal('building'), percent: z.number().int() }),
  z.object({ state: z.literal('ready'), streets: z.number().int(), houses: z.number().int() }),
  z.object({ state: z.literal('failed') }),
])
export type AddressState = z.infer<typeof AddressState>

export const StreetArea = z.object({
  id: AreaId,
  kind: z.enum(['streets', 'pictures']),
  name: z.string(),
  box: Box,
  maxZoom: z.number().int(),
  bytes: z.number().int(),
  /** Time of the OpenStreetMap data, if the archive states it. */
  dataTime: Time.nullable(),
  addedTime: Time,
  addresses: AddressState,
})
export type StreetArea = z.infer<typeof StreetArea>

export const StreetsJob = z.object({
  state: z.enum(['running', 'done', 'failed']),
  name: z.string(),
  box: Box,
  bytes: z.number().int(),
  doneBytes: z.number().int(),
  problem: StreetsReason.nullable(),
})
export type StreetsJob = z.infer<typeof StreetsJob>

/** A stopped or interrupted download. A new download of the same box and zoom resumes it. */
export const UnfinishedStreets = z.object({
  id: AreaId,
  name: z.string(),
  box: Box,
  maxZoom: z.number().int(),
  bytes: z.number().int(),
  doneBytes: z.number().int(),
})
export type UnfinishedStreets = z.infer<typeof UnfinishedStreets>

export const Streets = z.object({
  areas: z.array(StreetArea),
  /** Files in the folder that cannot be drawn as a map. */
  unusable: z.array(z.object({ id: z.string(), bytes: z.number().int(), problem: StreetsReason })),
  job: StreetsJob.nullable(),
  unfinished: z.array(UnfinishedStreets),
  sourceHost: z.string(),
})
export type Streets = z.infer<typeof Streets>

export const StreetsOrder = z.object({ box: Box, maxZoom: z.number().int().min(11).max(15).default(15) })

export const StreetsEstimate = z.object({
  /** Zero if there is a problem. */
  bytes: z.number().int(),
  tiles: z.number().int(),
  seconds: z.number().int(),
  problem: StreetsReason.nullable(),
})
export type StreetsEstimate = z.infer<typeof StreetsEstimate>

/** Uploaded files are sent in parts of this size, one after another. */
export const STREETS_PART_BYTES = 8_000_000

export const streetsApi = {
  read: {
    method: 'GET',
    path: '/streets',
    summary: 'List the areas with streets, and the current download',
    needs: 'server.edit',
    reply: Streets,
  },
  estimate: {
    method: 'POST',
    path: '/streets/estimate',
    summary: 'Size of the streets of an area',
    needs: 'server.edit',
    body: StreetsOrder,
    reply: StreetsEstimate,
  },
  get: {
    method: 'POST',
    path: '/streets',
    summary: 'Download the streets of an area, or continue a download. One at a time',
    needs: 'server.edit',
    body: StreetsOrder.extend({ language: Language }),
    reply: Streets,
  },
  cancel: {
    method: 'POST',
    path: '/streets/cancel',
    summary: 'Stop the current download. Downloaded parts are kept for the next attempt',
    needs: 'server.edit',
    reply: Streets,
  },
  upload: {
    method: 'POST',
    path: '/streets/uploads/:upload',
    summary: 'Upload a part of a PMTiles file. The last part installs it',
    needs: 'server.edit',
    params: z.object({ upload: Id }),
    body: z.object({ name: trimmed(120), offset: Count, bytes: Count.min(1) }),
    files: ['part'],
    needsFile: true,
    maxFileBytes: STREETS_PART_BYTES,
    reply: z.object({ isComplete: z.boolean(), problem: StreetsReason.nullable() }),
  },
  discard: {
    method: 'DELETE',
    path: '/streets/unfinished/:id',
    summary: 'Remove the parts of an unfinished download',
    needs: 'server.edit',
    params: z.object({ id: AreaId }),
    reply: Streets,
  },
  remove: {
    method: 'DELETE',
    path: '/streets/:id',
    summary: 'Remove the streets of an area',
    needs: 'server.edit',
    params: z.object({ id: AreaId }),
    reply: noFields,
  },
  tile: {
    method: 'GET',
    path: '/streets/tiles/:revision/:set/:z/:x/:y',
    summary: 'Tile of the server’s own streets',
    needs: 'link',
    params: z.object({
      revision: z.string().regex(/^\w{1,32}$/),
      set: z.string().regex(/^\w{1,32}$/),
      z: Count.max(25),
      x: Count,
      y: Count,
    }),
    // Free, because a view requests dozens of tiles.
    cost: 0,
    reply: z.unknown(),
    raw: 'application/x-protobuf',
  },
} as const satisfies Record<string, Endpoint>
