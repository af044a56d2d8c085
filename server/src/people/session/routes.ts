import { canSee, displayName, orNotFound, Problem, sessionApi } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { returnAttempts, weighGuess } from '../../platform/http/attempts.ts'
import { recordRefusal } from '../../platform/http/audit.ts'
import { serve } from '../../platform/http/serve.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { hashPassword, verifyPassword } from '../../platform/secret/passwords.ts'
import { mailMember } from '../mail/actions.ts'
import * as factors from '../second-factor/queries.ts'
import { type MemberPrograms, namesOf } from '../token/queries.ts'
import * as members from '../user/actions.ts'
import * as users from '../user/queries.ts'
import * as attempts from './actions.ts'
import * as sessions from './queries.ts'
import { signInQueue } from './sign-in-queue.ts'

const overview = async (db: Db, programs: MemberPrograms, memberId: string, sessionId: string) => ({
  sessions: await sessions.ofMember(db, memberId, sessionId),
  events: await sessions.eventsOf(db, memberId),
  programs: await programs.count(db, memberId),
})

const auditedMember = (member: NonNullable<Awaited<ReturnType<typeof sessions.memberByUsername>>>) => ({
  targetKind: 'member',
  targetId: member.id,
  targetName: displayName(member),
})

const signInTurn = signInQueue()

export const sessionRoutes = ({ isSecure, programs }: { isSecure: boolean; programs: MemberPrograms }) => [
  serve(sessionApi.login, {
    /**
     * Passwords are checked before the transaction, because hashing is slow and a failed attempt must be stored
     * although the request is refused.
     */
    prepare: ({ db, body, client }) =>
      signInTurn(async (waitedMs) => {
        client.mustWait()
        const { username } = body
        const device = client.cookies[attempts.DEVICE_COOKIE]
        const isKnown = device !== undefined && (await attempts.isKnownDevice(db, username, device))
        const signIn = { username, address: client.address, knownDevice: isKnown ? device : undefined }
        const member = await sessions.memberByUsername(db, username)
        const isRight = await weighGuess(db, attempts.signInBudgets(signIn), async () =>
          (await verifyPassword(member?.passwordHash ?? undefined, body.password)) ? true : undefined,
        )
        if (isRight && member) return { member, signIn, waitedMs }
        await recordRefusal(db, {
          actor: undefined,
          action: 'session.start',
          serviceId: member?.serviceId ?? null,
          ...(member && auditedMember(member)),
          address: client.address,
        })
        throw new Problem('wrongCredentials')
      }),
    handle: async ({ db, client, prepared, allow, audit, setHeader }) => {
      allow()
      const { member, signIn, waitedMs } = prepared
      setHeader('server-timing', `password-queue;dur=${waitedMs.toFixed(1)}`)
      await returnAttempts(db, attempts.ownMistakes(signIn))
      // A known device does not replace the code; a device becomes known only after it.
      if (await factors.isOn(db, member.id)) return { ticket: await factors.makeTicket(db, member.id) }
      setHeader('set-cookie', await attempts.rememberDevice(db, member.id, client, isSecure))
      setHeader('set-cookie', attempts.serviceCookie(member.serviceId, isSecure))
      const by = { id: member.id, name: displayName(member) }
      await audit({ action: 'session.start', by, serviceId: member.serviceId, ...auditedMember(member) })
      const { mustChangePassword } = member
      return { accessToken: await sessions.start(db, member.id, client), mustChangePassword }
    },
  }),

  serve(sessionApi.logout, async ({ db, sessionId, allow, audit }) => {
    allow()
    await sessions.end(db, sessionId)
    await audit({ action: 'session.end', targetKind: 'session', targetId: sessionId })
    return {}
  }),

  serve(sessionApi.sessions, async ({ db, actor, sessionId, allow }) => {
    allow()
    return overview(db, programs, actor.id, sessionId)
  }),

  serve(sessionApi.endSession, async ({ db, actor, sessionId, params, allow, audit }) => {
    if ((await sessions.ownerOf(db, params.id)) !== actor.id) throw new Problem('notFound')
    allow()
    // Published before the session ends, while its streams are still open.
    await publish(db, {
      message: { type: 'USER_LOGOFF', userId: actor.id, reason: 'ended' },
      sessionId: params.id,
    })
    await sessions.end(db, params.id)
    await audit({ action: 'session.end', targetKind: 'session', targetId: params.id })
    return overview(db, programs, actor.id, sessionId)
  }),

  serve(sessionApi.changePassword, {
    prepare: async ({ db, actor, body }) => {
      if (!(await members.isOwnPassword(db, actor.id, body.currentPassword)))
        throw new Problem('invalid', { fields: { currentPassword: 'form.passwordWrong' } })
      if (body.newPassword === body.currentPassword)
        throw new Problem('invalid', { fields: { newPassword: 'form.passwordSame' } })
      return { passwordHash: await hashPassword(body.newPassword) }
    },
    handle: async ({ db, actor, sessionId, body, prepared, allow, audit }) => {
      allow()
      await members.setPassword(db, actor.id, prepared.passwordHash)
      await sessions.endAllOf(db, actor.id, sessionId)
      const ended = body.endsPrograms ? await programs.end(db, actor.id) : undefined
      await mailMember(db, actor.id, 'passwordChanged')
      await audit({ action: 'password.change', targetKind: 'member', targetId: actor.id, detail: namesOf(ended) })
      return {}
    },
  }),

  serve(sessionApi.challenge, {
    /** Unknown ids count as guesses, because clients pick members from a list. */
    prepare: async ({ db, actor, params }) => {
      const isThere = await weighGuess(db, attempts.challengeBudgets(actor.id), async () => {
        const member = await users.subject(db, params.id)
        return member && canSee(actor, 'member.challenge', member) ? true : undefined
      })
      if (!isThere) throw new Problem('notFound')
    },
    handle: async ({ db, params, body, allow, announce, audit }) => {
      const member = allow(orNotFound(await users.subject(db, params.id)))
      if (body.newPassword) await members.demandNewPassword(db, member.id)
      // Announced before the sessions end, while the member's streams are still open.
      await announce({ type: 'USER_LOGOFF', userId: member.id, reason: 'challenge' }, { memberIds: [member.id] })
      await sessions.endAllOf(db, member.id)
      const ended = await programs.end(db, member.id)
      const detail = { ...body, ...namesOf(ended) }
      await audit({ action: 'member.challenge', targetKind: 'member', targetId: member.id, detail })
      return ended
    },
  }),
]
