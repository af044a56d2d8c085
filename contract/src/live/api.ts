import { z } from 'zod'
import { AoiStatus } from '../aoi/schema.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, LngLat, Time } from '../schema.ts'

/** Why someone was signed out by another hand. */
export const LogoffReason = z.enum(['challenge', 'reentry', 'ended', 'deleted'])
export type LogoffReason = z.infer<typeof LogoffReason>

/** What the live stream says. A client does not know newer types and ignores them. */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('AOI_CREATED'), serviceId: Id, aoiIds: z.array(Id) }),
  z.object({
    type: z.literal('AOI_UPDATED'),
    serviceId: Id,
    aoiIds: z.array(Id),
    /** Of sensor areas whose status changed. */
    statuses: z.array(z.object({ aoiId: Id, name: z.string(), status: AoiStatus })).optional(),
  }),
  z.object({ type: z.literal('USER_LOGOFF'), userId: Id, reason: LogoffReason.optional() }),
  z.object({ type: z.literal('USER_UPDATED'), userId: Id, serviceId: Id }),
  /** Often, so it says all there is to know: nobody has to ask for the team again. */
  z.object({
    type: z.literal('USER_PRESENCE'),
    userId: Id,
    serviceId: Id,
    isOnline: z.boolean(),
    location: LngLat.nullable(),
    locationAt: Time.nullable(),
  }),
  z.object({ type: z.literal('SERVICE_UPDATED'), serviceId: Id }),
  /** Communities, groups, their members or what they are measured by. */
  z.object({ type: z.literal('COMMUNITY_UPDATED'), serviceId: Id }),
  z.object({ type: z.literal('SETTINGS_UPDATED') }),
  z.object({ type: z.literal('SENSOR_CREATED'), serviceId: Id }),
  z.object({
    type: z.literal('SENSOR_UPDATED'),
    serviceId: Id,
    sensorId: Id,
    /** All of them, where several changed at once. */
    sensorIds: z.array(Id).optional(),
    /** Some of them are somewhere else now. */
    isMoved: z.boolean().optional(),
    /** How many changed their state, and the first of those. Absent where there are only new readings. */
    changed: z.number().int().optional(),
    changes: z.array(z.object({ sensorId: Id, name: z.string(), state: z.string() })).optional(),
  }),
  /** More reports came through the public link than people send; for those who may replace it. */
  z.object({ type: z.literal('PUBLIC_LINK_BUSY'), count: z.number().int() }),
  /** First on every stream: its id is where a later one resumes. */
  z.object({ type: z.literal('READY') }),
  /** Too much was missed: load everything anew. */
  z.object({ type: z.literal('RESYNC') }),
])
export type LiveMessage = z.infer<typeof LiveMessage>

export const liveApi = {
  events: {
    method: 'GET',
    path: '/events',
    summary: 'Live messages as server-sent events; Last-Event-ID resumes where an earlier stream ended',
    needs: 'live.listen',
    reply: LiveMessage,
    raw: 'text/event-stream',
  },
} as const satisfies Record<string, Endpoint>
