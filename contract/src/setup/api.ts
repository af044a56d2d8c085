import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { required, trimmed } from '../schema.ts'
import { NewPassword, SignedIn, Username } from '../session/api.ts'

/** The first service and its first Technician, who owns the server. */
export const Setup = z.object({
  token: required(200),
  serviceTitle: required(120),
  username: Username,
  password: NewPassword,
  firstName: required(100),
  lastName: trimmed(100).default(''),
})
export type Setup = z.infer<typeof Setup>

export const setupApi = {
  create: {
    method: 'POST',
    path: '/setup',
    summary: 'Create the first service and its first Technician, while the server has no member',
    needs: 'open',
    body: Setup,
    reply: SignedIn,
  },
} as const satisfies Record<string, Endpoint>
