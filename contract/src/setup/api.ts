import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { FoundPlace } from '../place/api.ts'
import { Language, required, trimmed } from '../schema.ts'
import { ServiceBeginning } from '../service/api.ts'
import { NewPassword, SignedIn, Username } from '../session/api.ts'

/** The first service and its first Technician, who owns the server. */
export const Setup = z.object({
  token: required(200),
  serviceTitle: required(120),
  username: Username,
  password: NewPassword,
  firstName: required(100),
  lastName: trimmed(100).default(''),
  ...ServiceBeginning.shape,
})
export type Setup = z.infer<typeof Setup>

/** Places by name, for whoever has the token: the page asks for the home area before anyone can sign in. */
export const SetupPlaces = z.object({
  token: required(200),
  text: trimmed(200).min(2),
  language: Language.default('en'),
})

export const setupApi = {
  places: {
    method: 'POST',
    path: '/setup/places',
    summary: 'Places by name, for the home area of the first service',
    needs: 'open',
    body: SetupPlaces,
    reply: z.array(FoundPlace),
  },
  create: {
    method: 'POST',
    path: '/setup',
    summary: 'Create the first service and its first Technician, while the server has no member',
    needs: 'open',
    body: Setup,
    reply: SignedIn,
  },
} as const satisfies Record<string, Endpoint>
