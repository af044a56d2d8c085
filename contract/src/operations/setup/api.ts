import { z } from 'zod'
import { FoundPlace } from '../../geo/places/api.ts'
import { NewPassword, SignedIn, Username } from '../../people/session/api.ts'
import { PERSON_NAME_MAX } from '../../people/user/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, required, trimmed } from '../../platform/kit/schema.ts'
import { DEFAULT_LANGUAGE, Language } from '../../platform/language/language.ts'
import { ServiceBeginning } from '../organisation/api.ts'

export const Setup = z.object({
  token: required(200),
  serviceTitle: required(120),
  username: Username,
  password: NewPassword,
  firstName: required(PERSON_NAME_MAX),
  lastName: trimmed(PERSON_NAME_MAX).default(''),
  ...ServiceBeginning.shape,
})
export type Setup = z.infer<typeof Setup>

/** Search of places by name with the setup token, because the home area is chosen before anyone can sign in. */
export const SetupPlaces = z.object({
  token: required(200),
  text: trimmed(200).min(2),
  language: Language.default(DEFAULT_LANGUAGE),
})

/** Uploaded backups are sent in parts of this size, one after another. */
export const RESTORE_PART_BYTES = 8_000_000

const Count = z.coerce.number().int().nonnegative()

/** Progress of a restore during setup. A restored server replies that it is already set up. */
export const SetupRestore = z.object({ isRestoring: z.boolean(), problem: z.string().nullable() })
export type SetupRestore = z.infer<typeof SetupRestore>

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
    summary: 'Create the first service and its first Technician, if the server has no members',
    needs: 'open',
    body: Setup,
    reply: SignedIn,
  },
  restore: {
    method: 'POST',
    path: '/setup/restore/:upload',
    summary: 'Upload a part of a backup, if the server has no members. The last part starts the restore',
    needs: 'open',
    params: z.object({ upload: Id }),
    body: z.object({
      token: required(200),
      name: trimmed(200),
      offset: Count,
      bytes: Count.min(1),
      passphrase: z.string().max(1_000).optional(),
    }),
    files: ['part'],
    needsFile: true,
    maxFileBytes: RESTORE_PART_BYTES,
    reply: SetupRestore,
  },
  restoreState: {
    method: 'POST',
    path: '/setup/restore',
    summary: 'Progress of the restore',
    needs: 'open',
    body: z.object({ token: required(200) }),
    reply: SetupRestore,
  },
} as const satisfies Record<string, Endpoint>
