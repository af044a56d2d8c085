import { BASE_PATH, Problem, sessionApi } from '#contract'
import { recordAudit } from '../http/audit.ts'
import { cookieHeader } from '../http/cookies.ts'
import { serve } from '../http/serve.ts'
import { verifyPassword } from '../secret/passwords.ts'
import * as attempts from './actions.ts'
import * as sessions from './queries.ts'

export const sessionRoutes = ({ isSecure }: { isSecure: boolean }) => [
  serve(sessionApi.login, {
    /** Hashing is slow, and a failure must be remembered though the sign-in is refused: both before the transaction. */
    prepare: async ({ db, body, client }) => {
      const member = await sessions.memberByUsername(db, body.username)
      const device = client.cookies[attempts.DEVICE_COOKIE]
      await attempts.guardAttempts(db, {
        username: body.username,
        address: client.address,
        isKnownDevice: await attempts.isKnownDevice(db, member?.id, device),
      })
      const isRight = await verifyPassword(member?.passwordHash ?? undefined, body.password)
      if (isRight && member) return { member, device }
      await attempts.recordFailure(db, body.username, client.address)
      await recordAudit(db, {
        actor: undefined,
        action: 'session.start',
        outcome: 'refused',
        serviceId: member?.serviceId ?? null,
        ...(member && { targetKind: 'member', targetId: member.id }),
        address: client.address,
      })
      throw new Problem('wrongCredentials')
    },
    handle: async ({ db, body, client, prepared, allow, audit, setHeader }) => {
      allow()
      const { member, device } = prepared
      await attempts.clearFailures(db, body.username, client.address)
      const token = await attempts.rememberDevice(db, member.id, device)
      const maxAgeSeconds = attempts.DEVICE_DAYS * 86_400
      setHeader(
        'set-cookie',
        cookieHeader(attempts.DEVICE_COOKIE, token, { path: `${BASE_PATH}/auth`, maxAgeSeconds, secure: isSecure }),
      )
      await audit({ action: 'session.start', serviceId: member.serviceId, targetKind: 'member', targetId: member.id })
      return { accessToken: await sessions.start(db, member.id, client) }
    },
  }),

  serve(sessionApi.logout, async ({ db, sessionId, allow }) => {
    allow()
    await sessions.end(db, sessionId)
    return {}
  }),
]
