import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, SentTime, Time, trimmed } from '../../platform/kit/schema.ts'

export const AuditEntry = z.object({
  _id: Id,
  at: Time,
  memberId: Id.nullable(),
  memberName: z.string(),
  /** The right that was used or denied, or another event such as `session.start`. */
  action: z.string(),
  targetKind: z.string().nullable(),
  targetId: z.string().nullable(),
  targetName: z.string().nullable(),
  outcome: z.enum(['done', 'refused']),
  detail: z.record(z.string(), z.unknown()),
  address: z.string(),
  /** Number of times that this was denied within the hour; `lastAt` is the time of the last. */
  count: z.number().int(),
  lastAt: Time,
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AuditFilter = z.object({
  startTime: SentTime.optional(),
  endTime: SentTime.optional(),
  member: Id.optional(),
  action: trimmed(100).optional(),
  outcome: z.enum(['done', 'refused']).optional(),
  find: trimmed(200).optional(),
  cursor: Id.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type AuditFilter = z.infer<typeof AuditFilter>

export const AuditPage = z.object({ entries: z.array(AuditEntry), nextCursor: Id.nullable() })
export type AuditPage = z.infer<typeof AuditPage>

export const auditApi = {
  list: {
    method: 'GET',
    path: '/audit',
    cost: 3,
    summary: 'List the audit of one’s own service, newest first',
    needs: 'audit.read',
    query: AuditFilter,
    reply: AuditPage,
  },
} as const satisfies Record<string, Endpoint>
