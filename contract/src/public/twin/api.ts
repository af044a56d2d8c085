import { z } from 'zod'
import { Answer, Aoi, AoiState } from '../../core/aoi/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, LngLat, noFields, SentTime, Time, trimmed } from '../../platform/kit/schema.ts'

export const MERGED_AT_ONCE = 100
export const MERGED_LISTED = 100
/** Maximum number of twins shown while a report is being written. */
export const TWINS_OFFERED = 3

/** Another report that may describe the same event, with the reasons. */
export const Twin = z.object({
  _id: Id,
  number: z.number().int(),
  nonce: z.string(),
  name: z.string(),
  type: z.string(),
  /** Name of the symbol of its event type; null if it has no type. */
  icon: z.string().nullable(),
  colour: z.string().nullable(),
  /** Address that was found when the report was made; null if none was found. */
  address: z.string().nullable(),
  state: AoiState,
  creationTime: Time,
  image: z.string().nullable(),
  mergedCount: z.number().int(),
  score: z.number(),
  /** Whether the reports are similar enough for an automatic suggestion. */
  isSuggested: z.boolean(),
  /** Whether one of the two reporters said that the reports are the same. */
  isClaimed: z.boolean(),
  metres: z.number().int(),
  minutes: z.number().int(),
  /** Common words, as written in the compared report. */
  words: z.array(z.string()),
})
export type Twin = z.infer<typeof Twin>

/** Reports that may be the same: the oldest report and its twins. */
export const TwinGroup = z.object({
  main: Twin.omit({ score: true, isSuggested: true, isClaimed: true, metres: true, minutes: true, words: true }),
  twins: z.array(Twin),
})
export type TwinGroup = z.infer<typeof TwinGroup>

export const TwinQuestion = z.object({
  serviceId: Id.optional(),
  typeId: Id,
  place: LngLat,
  text: trimmed(20_000),
  answers: z
    .array(Answer.pick({ _id: true, value: true }))
    .max(100)
    .default([]),
  creationTime: SentTime.optional(),
})
export type TwinQuestion = z.infer<typeof TwinQuestion>

export const twinApi = {
  similar: {
    method: 'POST',
    path: '/twin/similar',
    summary: 'Suggest up to three events that may be the same as the report, the most similar first',
    needs: 'aoi.create',
    membersOnly: true,
    body: TwinQuestion,
    cost: 3,
    reply: z.array(Twin),
  },
  ofAoi: {
    method: 'GET',
    path: '/twin/aoi/:id',
    summary: 'List events that may be the same as this one, with reasons. Events named by a reporter come first',
    needs: 'aoi.merge',
    params: idParams,
    cost: 3,
    reply: z.array(Twin),
  },
  groups: {
    method: 'GET',
    path: '/twin/groups',
    summary: 'List recent reports of the caller’s service that may be the same event',
    needs: 'aoi.merge',
    cost: 5,
    reply: z.array(TwinGroup),
  },
  merge: {
    method: 'POST',
    path: '/twin/merge/:id',
    summary: 'Merge reports into this one. They stay readable under it and can be separated at any time',
    needs: 'aoi.merge',
    params: idParams,
    body: z.object({ aoiIds: z.array(Id).min(1).max(MERGED_AT_ONCE) }),
    reply: Aoi,
  },
  separate: {
    method: 'POST',
    path: '/twin/separate/:id',
    summary: 'Separate a merged report from its main one, or all reports from a main one',
    needs: 'aoi.merge',
    params: idParams,
    reply: z.object({ aoiIds: z.array(Id) }),
  },
  merged: {
    method: 'GET',
    path: '/twin/merged/:id',
    summary: 'List up to 100 complete reports merged into this one, oldest first. `offset` continues',
    needs: 'service.readAois',
    membersOnly: true,
    params: idParams,
    query: z.object({ offset: z.coerce.number().int().min(0).max(1_000_000).default(0) }),
    reply: z.array(Aoi),
  },
  dismiss: {
    method: 'POST',
    path: '/twin/dismiss/:id',
    summary: 'Mark events as different from this one, so that they are not suggested again',
    needs: 'aoi.merge',
    params: idParams,
    body: z.object({ aoiIds: z.array(Id).min(1).max(MERGED_AT_ONCE) }),
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
