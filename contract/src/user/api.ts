import { z } from 'zod'
import { userTypes } from '../access.ts'
import type { Endpoint } from '../endpoint.ts'
import { RoleAction } from '../role/api.ts'
import { Id, Language, LngLat, one, required, Time } from '../schema.ts'
import { ServiceColours, ServiceName } from '../service/api.ts'

export const UserTypeName = z.enum(userTypes)

/** A phone number as people write it; digits decide. */
export const Phone = z
  .string()
  .trim()
  .max(40)
  .regex(/^(\+?[\d\s().-]{5,})?$/, { error: 'form.phone' })

/** The signed-in member, as the shell needs it. */
export const Profile = z.object({
  _id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  description: z.string(),
  phone: z.string(),
  photo: z.string().nullable(),
  type: UserTypeName,
  isServerOwner: z.boolean(),
  role: z.object({ _id: Id, name: z.string(), isViewer: z.boolean(), actions: z.array(RoleAction) }).nullable(),
  service: ServiceName.extend({ colours: ServiceColours }),
  providedServices: z.array(ServiceName),
  allowCsvDownload: z.boolean(),
  enableGpsLocation: z.boolean(),
  homeLocation: LngLat.nullable(),
  location: LngLat.nullable(),
  language: Language.nullable(),
  mustChangePassword: z.boolean(),
  timeTermsOfUseAgreed: Time.nullable(),
  createdAt: Time,
})
export type Profile = z.infer<typeof Profile>

export const ProfileChange = z.object({
  firstName: required(100).optional(),
  lastName: required(100).optional(),
  description: z.string().max(20_000).optional(),
  phone: Phone.min(1).optional(),
  enableGpsLocation: z.boolean().optional(),
  homeLocation: LngLat.nullable().optional(),
  language: Language.optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>

/** A member as the team's lists show it. */
export const Member = z.object({
  _id: Id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photo: z.string().nullable(),
  phone: z.string().nullable(),
  type: UserTypeName,
  role: z.object({ _id: Id, name: z.string() }).nullable(),
  service: z.object({ _id: Id, title: z.string() }),
  isOnline: z.boolean(),
  createdAt: Time,
  /** The first of the AOIs that are shared with it and not done, and how many there are. */
  aois: z.array(z.object({ _id: Id, nonce: z.string(), name: z.string() })).max(1),
  aoisCount: z.number().int(),
  /** Where it is, while it shares that. */
  location: LngLat.nullable(),
  locationAt: Time.nullable(),
})
export type Member = z.infer<typeof Member>

export const MemberGroup = z.object({ _id: z.string(), title: z.string(), count: z.number().int(), users: z.array(Id) })
export type MemberGroup = z.infer<typeof MemberGroup>

export const MemberGroups = z.object({
  total: z.array(Member),
  byRole: z.array(MemberGroup),
  byService: z.array(MemberGroup),
})
export type MemberGroups = z.infer<typeof MemberGroups>

export const MemberDetails = Member.extend({
  description: z.string(),
  homeLocation: LngLat.nullable(),
  homeAddress: z.string().nullable(),
  providedServices: z.array(z.object({ _id: Id, title: z.string() })),
  allowCsvDownload: z.boolean(),
  isServerOwner: z.boolean(),
  /** The newest of what it logged, on AOIs that the caller can see. */
  aoiLogs: z.array(z.object({ aoiName: z.string(), logText: z.string(), nonce: z.string(), datetime: Time })),
})
export type MemberDetails = z.infer<typeof MemberDetails>

export const userApi = {
  withAoi: {
    method: 'GET',
    path: '/user/with-aoi',
    summary: 'The members of the visible services, with what is shared with each',
    needs: 'member.read',
    reply: z.array(Member),
  },
  grouped: {
    method: 'GET',
    path: '/user/grouped',
    summary: 'The members of the visible services, and their groups by role and by service',
    needs: 'member.read',
    reply: MemberGroups,
  },
  ofService: {
    method: 'GET',
    path: '/user/service/:service',
    summary: 'The members of one service',
    needs: 'member.read',
    params: z.object({ service: Id }),
    reply: z.array(Member),
  },
  withLogs: {
    method: 'GET',
    path: '/user/with-logs/:id',
    summary: 'One member, with its newest log entries',
    needs: 'member.read',
    params: one,
    reply: MemberDetails,
  },
  profile: {
    method: 'GET',
    path: '/user/profile',
    summary: 'The signed-in member',
    needs: 'profile.read',
    reply: Profile,
  },
  changeProfile: {
    method: 'PATCH',
    path: '/user/profile',
    summary: 'Change one’s own profile; only what is sent changes',
    needs: 'profile.edit',
    body: ProfileChange,
    reply: Profile,
  },
  deleteProfile: {
    method: 'DELETE',
    path: '/user/profile',
    summary: 'Delete one’s own account; what it wrote stays under its name',
    needs: 'profile.delete',
    reply: z.object({}),
  },
  setPhoto: {
    method: 'POST',
    path: '/user/profile-photo',
    summary: 'Set one’s own photo',
    needs: 'profile.edit',
    files: ['file'],
    reply: Profile,
  },
  removePhoto: {
    method: 'DELETE',
    path: '/user/profile-photo',
    summary: 'Remove one’s own photo',
    needs: 'profile.edit',
    reply: Profile,
  },
  agreeToTerms: {
    method: 'POST',
    path: '/user/update-terms',
    summary: 'Agree to the terms of one’s service',
    needs: 'terms.agree',
    reply: Profile,
  },
} as const satisfies Record<string, Endpoint>

export const displayName = (user: { firstName: string; lastName: string; username: string }): string =>
  [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username

/** Photo's stand-in: first letter of the first name, else of the user name, else G for guest. */
export const initialOf = (user: { firstName?: string | null; username?: string | null }): string =>
  ([...(user.firstName || user.username || 'G')][0] ?? 'G').toUpperCase()
