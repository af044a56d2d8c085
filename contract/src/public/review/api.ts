import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, LngLat, noFields, required, trimmed } from '../../platform/kit/schema.ts'
import { PUBLIC_TEXT_MAX } from '../board/schema.ts'
import {
  HeldReport,
  HeldReportWithTwins,
  HeldState,
  REVIEWED_AT_ONCE,
  RefusalReason,
  ReviewResult,
  ReviewStatus,
} from './schema.ts'

const Ids = z.array(Id).min(1).max(REVIEWED_AT_ONCE)

const ListQuery = z.object({
  state: HeldState.default('waiting'),
  text: trimmed(200).default(''),
  typeId: Id.optional(),
})

const Refusal = z
  .object({ ids: Ids, reason: RefusalReason, text: trimmed(2000).default('') })
  .refine(({ reason, text }) => reason !== 'other' || text !== '', { error: 'form.required', path: ['text'] })

export const reviewApi = {
  status: {
    method: 'GET',
    path: '/review/status',
    summary: 'Number of reports waiting for review, and which reports are held',
    needs: 'report.review',
    reply: ReviewStatus,
  },
  list: {
    method: 'GET',
    path: '/review/reports',
    summary: 'List up to 200 reports of a state: waiting ones oldest first, decided ones newest first',
    needs: 'report.review',
    query: ListQuery,
    reply: z.array(HeldReport),
  },
  ids: {
    method: 'GET',
    path: '/review/report-ids',
    summary: 'List the ids of up to 5,000 matching reports, in the order of the list, for bulk decisions',
    needs: 'report.review',
    query: ListQuery,
    reply: z.array(Id),
  },
  next: {
    method: 'POST',
    path: '/review/next',
    summary: 'Take the next report to review. It is reserved for some minutes. `skipped` reports come last',
    needs: 'report.review',
    body: z.object({ skipped: z.array(Id).max(1000).default([]) }),
    reply: z.object({ report: HeldReportWithTwins.nullable() }),
  },
  take: {
    method: 'POST',
    path: '/review/reports/:id/take',
    summary: 'Take a report to review, or extend its reservation. 409 while someone else has it',
    needs: 'report.review',
    params: idParams,
    reply: HeldReportWithTwins,
  },
  release: {
    method: 'POST',
    path: '/review/reports/:id/release',
    summary: 'Release a report that the caller is reviewing',
    needs: 'report.review',
    params: idParams,
    reply: noFields,
  },
  accept: {
    method: 'POST',
    path: '/review/accept',
    summary:
      'Accept reports, which become events. `typeId` changes their type, `place` is required for reports without one, `publicText` is the text for the public board',
    needs: 'report.review',
    body: z.object({
      ids: Ids,
      publicText: trimmed(PUBLIC_TEXT_MAX).default(''),
      /** Whether visitors who report something similar see the picture; needs a public text. */
      hasPublicPhoto: z.boolean().default(false),
      typeId: Id.optional(),
      /** Required if the report has no place. */
      place: z.object({ coordinates: LngLat, address: trimmed(500).default('') }).optional(),
    }),
    reply: ReviewResult,
  },
  merge: {
    method: 'POST',
    path: '/review/merge',
    summary: 'Accept reports and merge them into an event; without one, into the first of the reports',
    needs: 'report.review',
    body: z.object({ ids: Ids, aoiId: Id.optional() }),
    reply: ReviewResult,
  },
  refuse: {
    method: 'POST',
    path: '/review/refuse',
    summary: 'Reject reports with a reason that their reporters can read. `false` marks them as false',
    needs: 'report.review',
    body: Refusal,
    reply: ReviewResult,
  },
  ask: {
    method: 'POST',
    path: '/review/ask',
    summary: 'Ask reporters a question. Their reports wait for the answer',
    needs: 'report.review',
    body: z.object({ ids: Ids, question: required(2000) }),
    reply: ReviewResult,
  },
  hand: {
    method: 'POST',
    path: '/review/hand',
    summary: 'Assign reports to the members of a role for review',
    needs: 'report.review',
    body: z.object({ ids: Ids, roleId: Id }),
    reply: ReviewResult,
  },
  undo: {
    method: 'POST',
    path: '/review/undo',
    summary: 'Undo the last decision on reports. An event that someone has worked on stays',
    needs: 'report.review',
    body: z.object({ ids: Ids }),
    reply: ReviewResult,
  },
  hold: {
    method: 'POST',
    path: '/review/hold',
    summary: 'Hold all reports of visitors, regardless of the public link, or stop holding them. Waiting reports stay',
    needs: 'report.review',
    body: z.object({ isOn: z.boolean() }),
    reply: ReviewStatus,
  },
  change: {
    method: 'PATCH',
    path: '/review/settings',
    summary: 'Set the minutes after which Admins are notified of waiting reports',
    needs: 'service.edit',
    body: z.object({ alertMinutes: z.int().min(1).max(1440) }),
    reply: z.object({ alertMinutes: z.number().int() }),
  },
} as const satisfies Record<string, Endpoint>
