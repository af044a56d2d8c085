import type { Generated } from 'kysely'
import type { JsonDefault, Moment, MomentNow, MomentOrNull, PlaceOrNull, ServiceOfParent } from './columns.ts'

export interface SensorTable {
  id: string
  serviceId: string
  serial: string
  name: string
  state: Generated<string>
  stateAt: MomentNow
  stateBeforeSilence: string | null
  acknowledgedAt: MomentOrNull
  acknowledgedBy: string | null
  location: PlaceOrNull
  address: string | null
  telemetryName: string | null
  parameters: JsonDefault<SensorParameter[]>
  heartbeatSeconds: number | null
  usualIntervalSeconds: number | null
  lastReadingAt: MomentOrNull
  statedAt: MomentOrNull
  lastReceivedAt: MomentOrNull
  silentAt: MomentOrNull
  createdAt: MomentNow
  updatedAt: MomentNow
}

export type SensorParameter = { parameter: string; value: number | string }

export interface AoiSensorTable {
  aoiId: string
  serviceId: ServiceOfParent
  sensorId: string
  isChosen: Generated<boolean>
}

export interface SensorReadingTable {
  sensorId: string
  serviceId: ServiceOfParent
  readingKey: string
  at: Moment
  receivedAt: MomentNow
  state: string | null
  parameters: JsonDefault<Record<string, number>>
  location: PlaceOrNull
}

export interface SensorSumTable {
  sensorId: string
  parameter: string
  at: Moment
  serviceId: string
  count: number
  total: number
  lowest: number
  highest: number
}

export interface SensorSumJobTable {
  id: Generated<string>
  serviceId: string
  createdAt: MomentNow
  readings: number
  sensorIds: string[]
  times: Date[]
  parameters: unknown[]
}

export interface SensorSumBacklogTable {
  sensorId: string
  serviceId: string
}

export interface SensorLogTable {
  id: string
  sensorId: string
  serviceId: ServiceOfParent
  at: MomentNow
  type: 'state' | 'text' | 'audio' | 'video'
  text: Generated<string>
  state: string | null
  previousState: string | null
  params: JsonDefault<unknown[]>
  fileId: string | null
  memberId: string | null
  authorName: Generated<string>
}

export interface IngestKeyTable {
  id: string
  serviceId: string
  name: string
  keyHash: Buffer
  createdBy: string | null
  createdAt: MomentNow
  lastUsedAt: MomentOrNull
}

export interface SensorMediaJobTable {
  id: string
  sensorId: string
  serviceId: ServiceOfParent
  url: string
  text: Generated<string>
  at: Moment
  tries: Generated<number>
  nextAt: MomentNow
}
