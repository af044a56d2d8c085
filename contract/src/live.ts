import { z } from 'zod'
import { AoiStatus, SharedAoiRow } from './core/aoi/schema.ts'
import type { Endpoint } from './platform/http/endpoint.ts'
import { Id, LngLat, Time } from './platform/kit/schema.ts'

/** Why another member, or the server, ended a session. */
export const LogoffReason = z.enum(['challenge', 'reentry', 'ended', 'deleted'])
export type LogoffReason = z.infer<typeof LogoffReason>

/** Number of listeners in the service; reloads are spread over a time that grows with it. */
const readers = z.number().int().optional()

const aoisChanged = {
  serviceId: Id,
  aoiIds: z.array(Id),
  /**
   * Changed AOIs at the time of delivery, for readers without personal data on the rows. Other readers and reconnecting
   * clients get ids only, and so does everyone after many changes.
   */
  rows: z.array(SharedAoiRow).optional(),
  /** With `rows`: AOIs that lists no longer show, deleted or merged. */
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
  /** Presence changes of the last seconds; null for too many, so that clients reload the team. */
  z.object({
    type: z.literal('PRESENCE_CHANGED'),
    serviceId: Id,
    users: z
      .array(z.object({ _id: Id, isOnline: z.boolean(), location: LngLat.nullable(), locationAt: Time.nullable() }))
      .nullable(),
    /** Without names: whether any shared position changed. Missing in earlier versions. */
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
    /** The changed sensors if there are several, up to a limit. */
    sensorIds: z.array(Id).optional(),
    /** Set if more sensors changed than `sensorIds` names. */
    hasMore: z.boolean().optional(),
    /** Set if one of the sensors moved. */
    isMoved: z.boolean().optional(),
    /** How many changed their state, and the first of those. Absent where there are only new readings. */
    changed: z.number().int().optional(),
    changes: z.array(z.object({ sensorId: Id, name: z.string(), state: z.string() })).optional(),
  }),
  /** Alarms of rules were raised, ended or muted. */
  z.object({ type: z.literal('ALARMS_UPDATED'), serviceId: Id }),
  /** Public warnings of the service changed, or one of its warning feeds was checked. */
  z.object({ type: z.literal('WARNINGS_UPDATED'), serviceId: Id }),
  /** Unusually many reports came through the public link. Sent to the members who may replace it. */
  z.object({ type: z.literal('PUBLIC_LINK_BUSY'), count: z.number().int() }),
  /** Reports that wait for a review arrived or were decided. Sent to members who may review. */
  z.object({ type: z.literal('REVIEW_UPDATED') }),
  /** A photo or words were redacted for good. Clients drop their copies of these files and of texts. */
  z.object({ type: z.literal('CONTENT_COVERED'), serviceId: Id, files: z.array(z.string()) }),
  /** The first message of every stream. Its id is the position at which a later stream resumes. */
  z.object({ type: z.literal('READY'), readers }),
  /** The client missed too many messages and has to load everything again. */
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
