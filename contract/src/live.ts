import { z } from 'zod'
import { AoiStatus, SharedAoiRow } from './core/aoi/schema.ts'
import type { Endpoint } from './platform/http/endpoint.ts'
import { Id, LngLat, Time } from './platform/kit/schema.ts'

/** Reasons why another member or the server ended a session. */
export const LogoffReason = z.enum(['challenge', 'reentry', 'ended', 'deleted'])
export type LogoffReason = z.infer<typeof LogoffReason>

/** Number of clients with an open stream in the service. Clients spread reloads over a time that grows with it. */
const readers = z.number().int().optional()

const aoisChanged = {
  serviceId: Id,
  aoiIds: z.array(Id),
  /**
   * Rows of changed AOIs at the time of delivery, for readers without personal data on these rows. Other readers and
   * reconnecting clients get only ids; after very many changes all clients do.
   */
  rows: z.array(SharedAoiRow).optional(),
  /** With `rows`: ids of AOIs that left all lists because they were deleted or merged. */
  goneIds: z.array(Id).optional(),
  readers,
}

/** A message of the live stream. Clients ignore types that they do not know. */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('AOI_CREATED'), ...aoisChanged }),
  z.object({
    type: z.literal('AOI_UPDATED'),
    ...aoisChanged,
    statuses: z.array(z.object({ aoiId: Id, name: z.string(), status: AoiStatus })).optional(),
  }),
  z.object({ type: z.literal('USER_LOGOFF'), userId: Id, reason: LogoffReason.optional() }),
  z.object({ type: z.literal('USER_UPDATED'), userId: Id, serviceId: Id }),
  /** Presence changes of the last seconds. `users` is null if there were too many; clients then reload the team. */
  z.object({
    type: z.literal('PRESENCE_CHANGED'),
    serviceId: Id,
    users: z
      .array(z.object({ _id: Id, isOnline: z.boolean(), location: LngLat.nullable(), locationAt: Time.nullable() }))
      .nullable(),
    /**
     * For messages without `users`: whether any shared position changed. Absent in messages of earlier versions, which
     * means true.
     */
    haveMoved: z.boolean().optional(),
  }),
  z.object({ type: z.literal('SERVICE_UPDATED'), serviceId: Id }),
  z.object({ type: z.literal('COMMUNITY_UPDATED'), serviceId: Id }),
  z.object({ type: z.literal('SETTINGS_UPDATED') }),
  z.object({ type: z.literal('SENSOR_CREATED'), serviceId: Id }),
  z.object({
    type: z.literal('SENSOR_UPDATED'),
    serviceId: Id,
    sensorId: Id,
    /** Ids of the changed sensors if there are several, up to a limit. */
    sensorIds: z.array(Id).optional(),
    /** True if more sensors changed than `sensorIds` lists. */
    hasMore: z.boolean().optional(),
    isMoved: z.boolean().optional(),
    /** Number of sensors that changed their state, and the first of them. Absent if there are only new readings. */
    changed: z.number().int().optional(),
    changes: z.array(z.object({ sensorId: Id, name: z.string(), state: z.string() })).optional(),
  }),
  /** An alarm of a rule was raised, ended or muted. */
  z.object({ type: z.literal('ALARMS_UPDATED'), serviceId: Id }),
  /** Public warnings of the service changed, or one of its warning feeds was checked. */
  z.object({ type: z.literal('WARNINGS_UPDATED'), serviceId: Id }),
  /** Unusually many reports came through the public link. Sent to members who may replace the link. */
  z.object({ type: z.literal('PUBLIC_LINK_BUSY'), count: z.number().int() }),
  /** Reports that wait for review arrived or were decided. Sent to members who may review. */
  z.object({ type: z.literal('REVIEW_UPDATED') }),
  /** A photo or words were redacted permanently. Clients delete their copies of these files and of all texts. */
  z.object({ type: z.literal('CONTENT_COVERED'), serviceId: Id, files: z.array(z.string()) }),
  /** The first message of every stream. Its id is the position at which a later stream resumes. */
  z.object({ type: z.literal('READY'), readers }),
  /** The client missed too many messages and must reload everything. */
  z.object({ type: z.literal('RESYNC'), readers }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

export const liveApi = {
  events: {
    method: 'GET',
    path: '/events',
    summary: 'Stream live messages as server-sent events. Last-Event-ID resumes an earlier stream',
    needs: 'live.listen',
    reply: LiveMessage,
    raw: 'text/event-stream',
  },
} as const satisfies Record<string, Endpoint>
