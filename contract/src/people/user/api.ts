import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, LngLat, noFields } from '../../platform/kit/schema.ts'
import { Language } from '../../platform/language/language.ts'
import { ServiceName } from '../service/schema.ts'
import { EndedAccess } from '../token/api.ts'
import {
  ApprovalRequest,
  Member,
  MemberChange,
  MemberDetails,
  MemberGroups,
  MemberPosition,
  Profile,
  ProfileChange,
  PushSubscription,
} from './schema.ts'

export const userApi = {
  withAoi: {
    method: 'GET',
    path: '/user/with-aoi',
    summary: 'The members of the visible services, with what is shared with each',
    needs: 'member.list',
    reply: z.array(Member),
  },
  grouped: {
    method: 'GET',
    path: '/user/grouped',
    summary: 'The members of the visible services, and their groups by role and by service',
    needs: 'member.list',
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
    summary: 'Read a member with their newest log entries',
    needs: 'member.read',
    params: idParams,
    reply: MemberDetails,
  },
  positions: {
    method: 'GET',
    path: '/user/positions',
    summary: 'Read the positions of members of the visible services who share them',
    needs: 'member.list',
    reply: z.array(MemberPosition),
  },
  change: {
    method: 'PATCH',
    path: '/user/:id',
    summary: 'Set the type, the role and the rights of a member. A caller cannot grant a type above their own',
    needs: 'member.edit',
    params: idParams,
    body: MemberChange,
    reply: MemberDetails,
  },
  remove: {
    method: 'DELETE',
    path: '/user/delete/:id',
    summary:
      'Delete a member. Their entries stay under their name. API tokens in takeOver become the caller’s, limited to the caller’s rights; the others and all feeds are revoked and listed',
    needs: 'member.delete',
    params: idParams,
    query: z.object({
      takeOver: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(Id).max(1000))
        .optional(),
    }),
    reply: EndedAccess,
  },
  profile: {
    method: 'GET',
    path: '/user/profile',
    summary: 'The signed-in member',
    needs: 'profile.read',
    reply: Profile,
    beforeNewPassword: true,
    beforeSecondFactor: true,
  },
  changeProfile: {
    method: 'PATCH',
    path: '/user/profile',
    summary: 'Change one’s own profile. Fields that are not sent stay',
    needs: 'profile.edit',
    body: ProfileChange,
    reply: Profile,
  },
  deleteProfile: {
    method: 'DELETE',
    path: '/user/profile',
    summary: 'Delete one’s own account. Entries stay under its name',
    needs: 'profile.delete',
    reply: noFields,
  },
  setPhoto: {
    method: 'POST',
    path: '/user/profile-photo',
    summary: 'Set one’s own photo',
    needs: 'profile.edit',
    files: ['file'],
    needsFile: true,
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
  services: {
    method: 'GET',
    path: '/user/services',
    summary: 'List the other services of this server, to which a member may request access',
    needs: 'profile.read',
    reply: z.array(ServiceName.omit({ logo: true })),
  },
  provideServices: {
    method: 'POST',
    path: '/user/provide-services',
    summary: 'Set the other services that a member can see. New ones need approval by an Admin of that service',
    needs: 'member.provideServices',
    body: z.object({ userId: Id, services: z.array(Id).max(200) }),
    reply: z.object({ services: z.array(Id), requested: z.array(Id) }),
  },
  requests: {
    method: 'GET',
    path: '/user/requests',
    summary: 'List the requests that wait for the caller’s decision',
    needs: 'request.list',
    reply: z.array(ApprovalRequest),
  },
  decide: {
    method: 'PATCH',
    path: '/user/requests/:id',
    summary: 'Approve or decline a member’s request',
    needs: 'request.decide',
    params: idParams,
    body: z.object({ decision: z.enum(['approved', 'refused']) }),
    reply: z.array(ApprovalRequest),
  },
  withdraw: {
    method: 'DELETE',
    path: '/user/requests/:id',
    summary: 'Withdraw one’s own request',
    needs: 'profile.edit',
    params: idParams,
    reply: Profile,
  },
  setLocation: {
    method: 'POST',
    path: '/user/location',
    summary: 'Share one’s position, as [lng, lat, 1]. Has no effect while sharing is off',
    needs: 'position.send',
    body: z.object({ coordinates: z.tuple([...LngLat.def.items, z.number()]).or(LngLat) }),
    reply: z.object({ location: LngLat.nullable() }),
  },
  registerDevice: {
    method: 'POST',
    path: '/user/register-device',
    summary: 'Register this device for notifications. The registration ends with the session',
    needs: 'profile.edit',
    body: z.object({
      deviceType: z.enum(['web']).default('web'),
      device: PushSubscription,
      language: Language.optional(),
    }),
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>
