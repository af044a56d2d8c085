import { z } from 'zod'
import { typesWith } from '../../platform/access/access.ts'
import type { UserType } from '../../platform/access/subject.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { noFields } from '../../platform/kit/schema.ts'
import { SignedInByPassword } from '../session/api.ts'

export const RECOVERY_CODES = 10

/** Six digits from the authenticator app, or a recovery code. Spaces and dashes are ignored. */
export const SecondFactorCode = z
  .string()
  .max(60)
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().min(1))

const password = z.string().min(1).max(500)

export const SecondFactorSecret = z.object({ secret: z.string(), uri: z.string() })
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).length(RECOVERY_CODES) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const secondFactorApi = {
  signIn: {
    method: 'POST',
    path: '/auth/login/code',
    cost: 3,
    summary: 'Second step of signing in: the ticket of the first step, and a code or a recovery code',
    needs: 'open',
    body: z.object({ ticket: z.string().max(100), code: SecondFactorCode }),
    reply: SignedInByPassword,
  },
  begin: {
    method: 'POST',
    path: '/auth/second-factor',
    summary:
      'Start turning on the second factor. Requires the password and returns a new secret, to be confirmed by a code',
    needs: 'profile.edit',
    body: z.object({ password }),
    reply: SecondFactorSecret,
    beforeSecondFactor: true,
  },
  confirm: {
    method: 'POST',
    path: '/auth/second-factor/confirm',
    summary: 'Turn on the second factor with a first code. Returns the recovery codes',
    needs: 'profile.edit',
    body: z.object({ code: SecondFactorCode }),
    reply: RecoveryCodes,
    beforeSecondFactor: true,
  },
  turnOff: {
    method: 'POST',
    path: '/auth/second-factor/off',
    summary: 'Turn off one’s own second factor. Requires the password and a code or a recovery code',
    needs: 'profile.edit',
    body: z.object({ password, code: SecondFactorCode }),
    reply: noFields,
  },
} as const satisfies Record<string, Endpoint>

/** Access levels from which a service can require a second factor: those that administer the service. */
export const secondFactorTypes: readonly UserType[] = typesWith('service.edit')
