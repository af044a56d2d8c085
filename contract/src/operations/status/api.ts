import { z } from 'zod'
import { ServiceName } from '../../people/service/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, Time } from '../../platform/kit/schema.ts'
import { Faults } from './faults.ts'

const Count = z.number().int()

export const StatusHour = z.object({
  start: Time,
  requests: Count,
  failures: Count,
  meanMs: z.number().nullable(),
})
export type StatusHour = z.infer<typeof StatusHour>

export const ServiceUsage = z.object({
  service: ServiceName.omit({ logo: true }),
  members: Count,
  events: Count,
  sensors: Count,
  files: Count,
  fileBytes: Count,
})

export const jobNames = ['housekeeping', 'backup', 'ownerWarnings'] as const
export type JobName = (typeof jobNames)[number]

export const StatusNow = z.object({
  streams: Count,
  connections: Count,
  idleConnections: Count,
  waitingRequests: Count,
  /** Age of the oldest undelivered live message. */
  outboxLagSeconds: z.number(),
  /** Number of waiting deliveries by channel, and the delay of the oldest. */
  deliveries: z.array(z.object({ channel: z.string(), waiting: Count, lagSeconds: z.number() })),
  /** Replicas of the database. `lagSeconds` is null if unknown. */
  replicas: z.array(z.object({ name: z.string(), isInUse: z.boolean(), lagSeconds: z.number().nullable() })),
  /** Null on systems that do not report free space. */
  freeDiskBytes: Count.nullable(),
  memoryBytes: Count,
})
export type StatusNow = z.infer<typeof StatusNow>

/** Clock of one server. A clock is troubled if it has not ticked, or has been failing, for 30 s. */
export const StatusClock = z.object({
  server: z.string(),
  tickedAt: Time,
  problems: z.array(z.string()),
  isTroubled: z.boolean(),
})

export const StatusQuarantine = z.object({
  job: z.string(),
  table: z.string(),
  rowId: z.string(),
  service: z.string().nullable(),
  code: z.string(),
  attempts: Count,
  firstAt: Time,
  lastAt: Time,
})

export const Status = z.object({
  clocks: z.array(StatusClock),
  quarantine: z.array(StatusQuarantine),
  unreachedAlarms: z.array(z.object({ _id: Id, rule: z.string(), service: z.string(), beganAt: Time })),
  now: StatusNow,
  /** `isTooOld`: the last verified backup is too old, or the location is unreadable. */
  backup: z.object({ isTooOld: z.boolean(), lastGoodAt: Time.nullable() }),
  /** Start of the server that replies; `routes` counts from this time. */
  since: Time,
  hours: z.array(StatusHour),
  /** Routes with their mean times, the slowest first. Rarely used routes are left out. */
  routes: z.array(
    z.object({ method: z.string(), path: z.string(), count: Count, meanMs: z.number(), mostMs: z.number() }),
  ),
  /** Errors of all servers in the last 24 h, newest first. The log has the details by id. */
  errors: z.array(z.object({ id: z.string(), at: Time, method: z.string(), path: z.string(), code: z.string() })),
  services: z.array(ServiceUsage),
  jobs: z.array(
    z.object({
      name: z.enum(jobNames),
      /** Null if the job has not run yet. */
      lastAt: Time.nullable(),
      problems: z.array(z.string()),
    }),
  ),
})
export type Status = z.infer<typeof Status>

export const statusApi = {
  read: {
    method: 'GET',
    path: '/status',
    summary: 'State of the servers during the last day, and usage of each service',
    needs: 'server.edit',
    reply: Status,
  },
  faults: {
    method: 'GET',
    path: '/status/faults',
    summary: 'Check this server for common problems',
    needs: 'server.edit',
    cost: 5,
    reply: Faults,
  },
} as const satisfies Record<string, Endpoint>
