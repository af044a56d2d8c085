import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { nothing } from '../schema.ts'
import { passwordProblem } from './rules.ts'

export const Credentials = z.object({
  username: z.string().trim().min(1).max(200),
  password: z.string().min(1).max(500),
})
export type Credentials = z.infer<typeof Credentials>

export const SignedIn = z.object({ accessToken: z.string() })

/** A new password, by the rules. */
export const NewPassword = z
  .string()
  .max(500)
  .check((context) => {
    const problem = passwordProblem(context.value)
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value })
  })

/** Letters of any script, digits, dot, dash, underscore; compared without case. */
export const Username = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[\p{L}\p{N}._-]+$/u, { error: 'form.username' })

export const sessionApi = {
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in',
    needs: 'open',
    body: Credentials,
    reply: SignedIn,
  },
  logout: { method: 'POST', path: '/auth/logout', summary: 'Sign out', needs: 'session.end', reply: nothing },
} as const satisfies Record<string, Endpoint>
