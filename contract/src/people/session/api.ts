import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { passwordProblem } from '../../platform/kit/password.ts'
import { Id, idParams, noFields, Time } from '../../platform/kit/schema.ts'
import { EndedAccess } from '../token/api.ts'

export const Credentials = z.object({
  username: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(500),
})
export type Credentials = z.infer<typeof Credentials>

export const SignedIn = z.object({ accessToken: z.string() })
export type SignedIn = z.infer<typeof SignedIn>

/**
 * Reply to a correct password. If `mustChangePassword`, the session accepts no other request until a new password is
 * chosen.
 */
export const SignedInByPassword = SignedIn.extend({ mustChangePassword: z.boolean().optional() })
export type SignedInByPassword = z.infer<typeof SignedInByPassword>

/** Reply to a correct password if a code is needed. The ticket replaces the password for 5 minutes. */
export const CodeNeeded = z.object({ ticket: z.string() })

export const NewPassword = z
  .string()
  .max(500)
  .check((context) => {
    const problem = passwordProblem(context.value)
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value })
  })

/** Letters of any script, digits, dots, dashes and underscores; not case-sensitive. */
export const Username = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}._-]+$/u, { error: 'form.username' })

export const Session = z.object({
  _id: Id,
  userAgent: z.string(),
  address: z.string(),
  createdAt: Time,
  lastUsedAt: Time,
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** A change of this account's access by another member or by a link. */
export const AccessEvent = z.object({
  what: z.enum(['challenged', 'linkMade', 'linkUsed', 'factorReset']),
  by: z.string(),
  at: Time,
})
export type AccessEvent = z.infer<typeof AccessEvent>

export const Sessions = z.object({
  sessions: z.array(Session),
  events: z.array(AccessEvent),
  /** Number of the member's valid API tokens, feeds and calendar links. */
  programs: z.int(),
})
export type Sessions = z.infer<typeof Sessions>

export const PasswordChange = z.object({
  currentPassword: z.string().min(1).max(500),
  newPassword: NewPassword,
  endsPrograms: z.boolean().default(true).describe('Also revoke one’s API tokens, feeds and calendar links'),
})
export type PasswordChange = z.input<typeof PasswordChange>

export const sessionApi = {
  login: {
    method: 'POST',
    path: '/auth/login',
    cost: 3,
    summary: 'Sign in, or get a ticket for the second step',
    needs: 'open',
    body: Credentials,
    reply: z.union([SignedInByPassword, CodeNeeded]),
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Sign out',
    needs: 'session.end',
    reply: noFields,
    beforeNewPassword: true,
    beforeSecondFactor: true,
  },
  sessions: {
    method: 'GET',
    path: '/auth/sessions',
    summary: 'List one’s sessions, and the changes to one’s sign-in during the last 30 days',
    needs: 'session.end',
    reply: Sessions,
  },
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    summary: 'End one of one’s own sessions',
    needs: 'session.end',
    params: idParams,
    reply: Sessions,
  },
  changePassword: {
    method: 'POST',
    path: '/auth/password',
    summary:
      'Change one’s password. All other sessions of the member end, and API tokens and feeds unless they are kept',
    needs: 'profile.edit',
    body: PasswordChange,
    reply: noFields,
    beforeNewPassword: true,
    beforeSecondFactor: true,
  },
  challenge: {
    method: 'POST',
    path: '/auth/identify-check/:id',
    summary:
      'Identity challenge: end all sessions of a member, who has to sign in again, and revoke API tokens and feeds, which the reply lists',
    needs: 'member.challenge',
    params: idParams,
    body: z.object({ newPassword: z.boolean().default(false).describe('It must also choose a new password') }),
    reply: EndedAccess,
  },
} as const satisfies Record<string, Endpoint>
