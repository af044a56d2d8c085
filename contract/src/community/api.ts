import { z } from 'zod'
import { Creator } from '../aoi/schema.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, LngLat, Time, Translations } from '../schema.ts'

/** Holds groups and plans activities. */
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

/** A group as lists show it. */
export const GroupSummary = z.object({
  _id: Id,
  communityId: Id,
  service: Id,
  name: z.string(),
  photo: z.string().nullable(),
  admin: Creator.nullable(),
  adminId: Id.nullable(),
  createdAt: Time,
  membersCount: z.number().int(),
  /** An address in words. */
  location: z.string(),
  position: LngLat.nullable(),
})
export type GroupSummary = z.infer<typeof GroupSummary>

export const communityApi = {
  communities: {
    method: 'GET',
    path: '/community-servers/communities',
    summary: 'The communities of the visible services',
    needs: 'community.read',
    reply: z.array(Community),
  },
  groups: {
    method: 'GET',
    path: '/community-servers/groups',
    summary: 'The groups of the visible services',
    needs: 'community.read',
    reply: z.array(GroupSummary),
  },
} as const satisfies Record<string, Endpoint>
