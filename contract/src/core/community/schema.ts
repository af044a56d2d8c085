import { z } from 'zod'
import { Id, LngLat, Time } from '../../platform/kit/schema.ts'
import { Translations } from '../../platform/language/language.ts'
import { Creator } from '../aoi/schema.ts'

export const Community = z.object({
  _id: Id,
  title: z.string(),
  translations: Translations,
  service: Id,
  createdAt: Time,
  groupsCount: z.number().int(),
  activitiesCount: z.number().int(),
})
export type Community = z.infer<typeof Community>

export const GroupSummary = z.object({
  _id: Id,
  communityId: Id,
  service: Id,
  name: z.string(),
  translations: Translations,
  photo: z.string().nullable(),
  admin: Creator.nullable(),
  adminId: Id.nullable(),
  createdAt: Time,
  membersCount: z.number().int(),
  location: z.string(),
  position: LngLat.nullable(),
})
export type GroupSummary = z.infer<typeof GroupSummary>

export const GroupCandidate = z.object({
  _id: Id,
  kind: z.enum(['member', 'visitor']),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  photo: z.string().nullable(),
  phone: z.string().nullable(),
})
export type GroupCandidate = z.infer<typeof GroupCandidate>

export const GroupMember = GroupCandidate.extend({ joinedAt: Time })
export type GroupMember = z.infer<typeof GroupMember>

export const Criterion = z.object({
  id: Id,
  name: z.string(),
  translations: Translations,
  photo: z.string().nullable(),
  target: z.number().int(),
  actionId: Id.nullable(),
  publicActionId: Id.nullable(),
  counted: z.string(),
  /** Translations of `counted`, under the key `name`. */
  countedTranslations: Translations,
  /** Counts of the last 12 months, oldest first. */
  date: z.array(z.object({ month: z.string(), count: z.number().int() })),
})
export type Criterion = z.infer<typeof Criterion>

export const Group = GroupSummary.extend({
  description: z.string(),
  oldLocation: z.object({ longitude: z.number(), latitude: z.number() }).nullable(),
  selectedLocalmap: Id.nullable(),
  members: z.array(GroupMember),
  criteria: z.array(Criterion),
})
export type Group = z.infer<typeof Group>
