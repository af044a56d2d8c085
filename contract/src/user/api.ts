import { z } from 'zod'
import { userTypes } from '../access.ts'
import type { Endpoint } from '../endpoint.ts'
import { RoleAction } from '../role/api.ts'
import { Id, Language, LngLat, required, Time } from '../schema.ts'
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

export const userApi = {
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
