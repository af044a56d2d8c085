import { z } from 'zod'
import { userTypes } from '../../platform/access/subject.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, noFields, required, Time } from '../../platform/kit/schema.ts'
import { Language, Translations } from '../../platform/language/language.ts'
import { Email } from '../mail/api.ts'
import { ServiceColours, ServiceName } from '../service/schema.ts'
import { NewPassword, SignedIn, Username } from '../session/api.ts'
import { EndedAccess } from '../token/api.ts'
import { PERSON_NAME_MAX, Phone } from '../user/schema.ts'

const token = z.object({ token: z.string().regex(/^[\w-]{20,64}$/) })

/** A role of the inviter's service, and an access level ("permission" in the specification) not above the inviter's. */
export const InviteForm = z.object({ role: Id, permission: z.enum(userTypes) })
export type InviteForm = z.infer<typeof InviteForm>

export const NewLink = z.object({ link: z.string(), expiresAt: Time })
export type NewLink = z.infer<typeof NewLink>

export const InvitationInfo = z.object({
  service: ServiceName.extend({ colours: ServiceColours }),
  role: z.object({ _id: Id, name: z.string(), translations: Translations }),
  type: z.enum(userTypes),
  /** Name with which the inviter signs entries; empty if the inviter was deleted. */
  invitedBy: z.string(),
  /** Address to which the invitation was mailed; null for links. */
  email: z.string().nullable(),
  /** Time at which the invitation expires. Opening it sets this to 30 minutes later. */
  expiresAt: Time,
})
export type InvitationInfo = z.infer<typeof InvitationInfo>

export const Registration = z.object({
  username: Username,
  password: NewPassword,
  firstName: required(PERSON_NAME_MAX),
  lastName: required(PERSON_NAME_MAX),
  phone: Phone.min(1),
  language: Language.optional(),
  /** Optional. Must be confirmed unless the invitation was mailed to the same address. */
  email: Email.optional(),
})
export type Registration = z.infer<typeof Registration>

export const ReentryInfo = z.object({ username: z.string(), name: z.string(), service: ServiceName, expiresAt: Time })
export type ReentryInfo = z.infer<typeof ReentryInfo>

export const inviteApi = {
  invite: {
    method: 'POST',
    path: '/user/invite',
    summary: 'Create an invitation link for one person. It works once and must be opened within 10 minutes',
    needs: 'member.invite',
    body: InviteForm,
    reply: NewLink,
  },
  inviteByMail: {
    method: 'POST',
    path: '/user/invite-by-mail',
    summary:
      'Mail an invitation to one person. It can be used once, within 72 hours. The reply does not contain the link',
    needs: 'member.invite',
    body: InviteForm.extend({ email: Email, language: Language.describe('Of the mail') }),
    reply: z.object({ expiresAt: Time }),
  },
  info: {
    method: 'GET',
    path: '/user/invitation-info/:token',
    summary: 'Read an invitation. Opening it in time gives 30 minutes for the form',
    needs: 'open',
    params: token,
    reply: InvitationInfo,
  },
  username: {
    method: 'GET',
    path: '/user/invitation-info/:token/username',
    summary: 'Check whether a username is free, with an invitation',
    needs: 'open',
    params: token,
    query: z.object({ username: Username }),
    reply: z.object({ isFree: z.boolean() }),
  },
  register: {
    method: 'POST',
    path: '/user/register/:token',
    summary: 'Join with an invitation, and sign in',
    needs: 'open',
    params: token,
    body: Registration,
    reply: SignedIn,
  },
  makeReentry: {
    method: 'POST',
    path: '/user/re-entry/:id',
    summary:
      'Create a single-use link for a member who forgot the password. The member’s sessions end, API tokens and feeds are revoked and listed, and the member is notified',
    needs: 'member.challenge',
    params: idParams,
    body: z.object({
      resetSecondFactor: z.boolean().default(false).describe('Also turn off the second factor of the member'),
    }),
    reply: NewLink.extend(EndedAccess.shape),
  },
  requestReentry: {
    method: 'POST',
    path: '/auth/re-entry',
    cost: 10,
    summary: 'Mail a re-entry link to the accounts with this username or e-mail address. The reply is always the same',
    needs: 'open',
    body: z.object({ name: z.string().trim().min(1).max(254) }),
    reply: noFields,
  },
  reentryInfo: {
    method: 'GET',
    path: '/auth/re-entry/:token',
    summary: 'Read the account of a re-entry link',
    needs: 'open',
    params: token,
    reply: ReentryInfo,
  },
  reenter: {
    method: 'POST',
    path: '/auth/re-entry/:token',
    summary: 'Choose a new password with a re-entry link. Signs in, unless a second factor is on',
    needs: 'open',
    params: token,
    body: z.object({ password: NewPassword }),
    /** Null if the password is set and a second factor is still required. */
    reply: z.object({ accessToken: z.string().nullable() }),
  },
} as const satisfies Record<string, Endpoint>
