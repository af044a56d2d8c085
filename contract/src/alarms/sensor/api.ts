import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, LngLat, required, SentTime, Time, trimmed } from '../../platform/kit/schema.ts'
import { Reason } from '../rule/schema.ts'
import { IngestBody, MEDIA_MAX_BYTES, READINGS_AT_ONCE } from './reading.ts'

export const INGEST_KEY_HEADER = 'x-ingest-key'

const Parameter = z.object({ parameter: z.string(), value: z.union([z.number(), z.string()]) })

export const SensorSummary = z.object({
  _id: Id,
  serviceId: Id,
  name: z.string(),
  state: z.string(),
  stateAt: Time,
  /** A member has acknowledged or ended the alarm that the sensor still reports. */
  isAcknowledged: z.boolean(),
  createdAt: Time,
  lastReadingAt: Time.nullable(),
  location: z.object({ longitude: z.number(), latitude: z.number() }).nullable(),
  telemetry: z.object({
    name: z.string().nullable(),
    serial: z.string(),
    parameters: z.array(Parameter),
  }),
})
export type SensorSummary = z.infer<typeof SensorSummary>

export const SensorLog = z.object({
  id: Id,
  datetime: Time,
  type: z.enum(['state', 'text', 'audio', 'video']),
  text: z.string(),
  /** Only in entries about a change of state. If a member acknowledged an alarm, both states are ALARM. */
  state: z.string().nullable(),
  previousState: z.string().nullable(),
  username: z.string(),
  params: z.array(z.object({ url: z.string() })),
})
export type SensorLog = z.infer<typeof SensorLog>

export const Sensor = SensorSummary.extend({
  acknowledgement: z.object({ name: z.string(), at: Time }).nullable(),
  heartbeatSeconds: z.number().nullable(),
  /** Usual interval between readings, learned from them. */
  usualIntervalSeconds: z.number().nullable(),
  logs: z.array(SensorLog),
  logsCount: z.number().int(),
  aois: z.array(
    z.object({ _id: Id, properties: z.object({ name: z.string(), creationTime: Time, nonce: z.string() }) }),
  ),
})
export type Sensor = z.infer<typeof Sensor>

/** Maximum of `heartbeatSeconds`: one year. */
export const HEARTBEAT_MAX_SECONDS = 31_536_000

export const SensorChange = z.object({
  name: required(200).optional(),
  /** Type of device, by which rules select sensors; empty: none. */
  device: trimmed(200).optional(),
  location: LngLat.nullish(),
  /** Expected interval between readings; null returns to the learned interval. */
  heartbeatSeconds: z.number().min(1).max(HEARTBEAT_MAX_SECONDS).nullish(),
})
export type SensorChange = z.infer<typeof SensorChange>

export const telemetryPeriods = ['hour', 'day', 'week', 'month', 'year', 'fiveYears'] as const
export type TelemetryPeriod = (typeof telemetryPeriods)[number]

export const Telemetry = z.object({
  from: Time,
  to: Time,
  stepSeconds: z.number(),
  series: z.array(
    z.object({
      parameter: z.string(),
      points: z.array(z.object({ at: Time, average: z.number(), minimum: z.number(), maximum: z.number() })),
    }),
  ),
})
export type Telemetry = z.infer<typeof Telemetry>

export const IngestKey = z.object({
  _id: Id,
  name: z.string(),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
})
export type IngestKey = z.infer<typeof IngestKey>

/** Result of a batch. `repeated` counts readings that were already stored; rejected readings are named by index. */
export const IngestResult = z.object({
  accepted: z.number().int(),
  repeated: z.number().int(),
  rejected: z.array(
    z.object({ index: z.number().int(), serial: z.string().nullable(), fields: z.record(z.string(), z.string()) }),
  ),
})
export type IngestResult = z.infer<typeof IngestResult>

export const sensorApi = {
  list: {
    method: 'GET',
    path: '/sensors',
    summary: 'The sensors of the visible services, by name',
    needs: 'sensor.list',
    reply: z.array(SensorSummary),
  },
  ingestKeys: {
    method: 'GET',
    path: '/sensors/ingest-keys',
    summary: 'List the ingest keys of one’s own service, without the keys themselves',
    needs: 'ingestKey.edit',
    reply: z.array(IngestKey),
  },
  createIngestKey: {
    method: 'POST',
    path: '/sensors/ingest-keys',
    summary: 'Create an ingest key. Only this reply contains it',
    needs: 'ingestKey.edit',
    body: z.object({ name: required(200) }),
    reply: z.object({ _id: Id, name: z.string(), key: z.string() }),
  },
  removeIngestKey: {
    method: 'DELETE',
    path: '/sensors/ingest-keys/:id',
    summary: 'Revoke an ingest key at once',
    needs: 'ingestKey.edit',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  ingest: {
    method: 'POST',
    path: '/sensors/ingest',
    summary: `Readings: one, a list, or {readings: […]}, at most ${READINGS_AT_ONCE}; header ${INGEST_KEY_HEADER}`,
    needs: 'ingestKey',
    maxBodyBytes: 4_000_000,
    body: IngestBody,
    reply: IngestResult,
  },
  ingestMedia: {
    method: 'POST',
    path: '/sensors/ingest/media',
    summary: `A recording of a sensor, audio or video, as a file; header ${INGEST_KEY_HEADER}`,
    needs: 'ingestKey',
    body: z.object({
      serial: required(200),
      text: trimmed(500).default(''),
      time: SentTime.optional(),
      /** Required for formats that contain audio or video (WebM, MP4). */
      type: z.enum(['audio', 'video']).optional(),
    }),
    files: ['file'],
    needsFile: true,
    maxFileBytes: MEDIA_MAX_BYTES,
    reply: SensorLog,
  },
  byId: {
    method: 'GET',
    path: '/sensors/:id',
    summary: 'Read a sensor with its log and its sensor areas',
    needs: 'sensor.read',
    params: idParams,
    reply: Sensor,
  },
  telemetry: {
    method: 'GET',
    path: '/sensors/:id/telemetry',
    summary: 'Read the values of a sensor over the last hour, day, week, month, year or five years, in steps',
    needs: 'sensor.read',
    params: idParams,
    query: z.object({ period: z.enum(telemetryPeriods).default('hour'), parameter: trimmed(100).optional() }),
    reply: Telemetry,
  },
  acknowledge: {
    method: 'POST',
    path: '/sensors/:id/acknowledge',
    summary: 'Acknowledge the alarm of a sensor. Its escalations stop; the sensor stays in ALARM',
    needs: 'sensor.acknowledge',
    params: idParams,
    reply: Sensor,
  },
  endAlarm: {
    method: 'POST',
    path: '/sensors/:id/end-alarm',
    summary: 'End the alarm of a sensor with a reason. The sensor does not raise it again by repeating its state',
    needs: 'alarm.end',
    params: idParams,
    body: z.object({ reason: Reason }),
    reply: Sensor,
  },
  change: {
    method: 'PATCH',
    path: '/sensors/:id',
    summary: 'Change a sensor’s name, kind of device, place or heartbeat',
    needs: 'sensor.edit',
    params: idParams,
    body: SensorChange,
    reply: Sensor,
  },
  remove: {
    method: 'DELETE',
    path: '/sensors/:id',
    summary: 'Delete a sensor with its history. A later reading with its serial creates it again',
    needs: 'sensor.edit',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
} as const satisfies Record<string, Endpoint>
