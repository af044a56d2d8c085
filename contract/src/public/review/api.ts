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
    summary: 'How many reports wait for a review, and what is held',
    needs: 'report.review',
    reply: ReviewStatus,
  },
  list: {
    method: 'GET',
    path: '/review/reports',
    summary: 'Reports of one state, at most 200: those that wait with the oldest first, decided ones with the newest',
    needs: 'report.review',
    query: ListQuery,
    reply: z.array(HeldReport),
  },
  ids: {
    method: 'GET',
    path: '/review/report-ids',
    summary: 'The ids of all reports that match, at most 5,000, in the order of the list: to decide them at once',
    needs: 'report.review',
    query: ListQuery,
    reply: z.array(Id),
  },
  next: {
    method: 'POST',
    path: '/review/next',
    summary: 'Take the next report to review; nobody else gets it for some minutes. `skipped` ones come last',
    needs: 'report.review',
    body: z.object({ skipped: z.array(Id).max(1000).default([]) }),
    reply: z.object({ report: HeldReportWithTwins.nullable() }),
  },
  take: {
    method: 'POST',
    path: '/review/reports/:id/take',
    summary: 'Take this report to review, or keep it for some more minutes; 409 while somebody else has it',
    needs: 'report.review',
    params: idParams,
    reply: HeldReportWithTwins,
  },
  release: {
    method: 'POST',
    path: '/review/reports/:id/release',
    summary: 'Let others review a report that one has taken',
    needs: 'report.review',
    params: idParams,
    reply: noFields,
  },
  accept: {
    method: 'POST',
    path: '/review/accept',
    summary:
      'Accept reports: they become events, of another type with `typeId`. A report without a place needs one. `publicText` is what the public board says',
    needs: 'report.review',
    body: z.object({
      ids: Ids,
      publicText: trimmed(PUBLIC_TEXT_MAX).default(''),
      /** With a public text: visitors who report something similar see the picture. */
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
    summary: 'Refuse reports with a reason, which their reporters read; `false` marks them as false',
    needs: 'report.review',
    body: Refusal,
    reply: ReviewResult,
  },
  ask: {
    method: 'POST',
    path: '/review/ask',
    summary: 'Ask the reporters a question; their reports wait for the answer',
    needs: 'report.review',
    body: z.object({ ids: Ids, question: required(2000) }),
    reply: ReviewResult,
  },
  hand: {
    method: 'POST',
    path: '/review/hand',
    summary: 'Hand reports to the members of a role, who review them instead',
    needs: 'report.review',
    body: z.object({ ids: Ids, roleId: Id }),
    reply: ReviewResult,
  },
  undo: {
    method: 'POST',
    path: '/review/undo',
    summary: 'Take back the last decision on reports; an event on which somebody has worked stays',
    needs: 'report.review',
    body: z.object({ ids: Ids }),
    reply: ReviewResult,
  },
  hold: {
    method: 'POST',
    path: '/review/hold',
    summary: 'Hold every report of visitors, whatever the public link says, or stop doing so; what waits stays',
    needs: 'report.review',
    body: z.object({ isOn: z.boolean() }),
    reply: ReviewStatus,
  },
  change: {
    method: 'PATCH',
    path: '/review/settings',
    summary: 'After how many minutes of waiting Admins are told',
    needs: 'service.edit',
    body: z.object({ alertMinutes: z.int().min(1).max(1440) }),
    reply: z.object({ alertMinutes: z.number().int() }),
  },
} as const satisfies Record<string, Endpoint>
