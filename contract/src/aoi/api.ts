import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { SentTime } from '../schema.ts'

export const AoiKind = z.enum(['event', 'activity', 'sensor'])
export type AoiKind = z.infer<typeof AoiKind>

export const GenericMetrics = z.object({
  newAois: z.number().int(),
  isProgressAois: z.number().int(),
  doneAois: z.number().int(),
  readAois: z.number().int(),
  unreadAois: z.number().int(),
  sharedAois: z.number().int(),
})
export type GenericMetrics = z.infer<typeof GenericMetrics>

export const aoiApi = {
  genericMetrics: {
    method: 'GET',
    path: '/aoi/generic-metrics',
    summary: 'How many AOIs of a kind are new, in progress, done, read, unread and shared with the caller',
    needs: 'aoi.read',
    query: z.object({
      startTime: SentTime.optional(),
      endTime: SentTime.optional(),
      type: AoiKind.default('event'),
    }),
    reply: GenericMetrics,
  },
} as const satisfies Record<string, Endpoint>
