import { type Actor, type InviteForm, inviteApi, mayEver, orNotFound, Problem } from '#contract'
import { databaseMs } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { type Budget, chargeAttempt, networkBudget, openByToken } from '../../platform/http/attempts.ts'
import { type Client, serve } from '../../platform/http/serve.ts'
import { hashPassword } from '../../platform/secret/passwords.ts'
import { askToConfirm, enqueueMail, mailMember, setAddress } from '../mail/actions.ts'
import * as roles from '../role/queries.ts'
import * as factors from '../second-factor/queries.ts'
import * as services from '../service/queries.ts'
import { rememberDevice, serviceCookie } from '../session/actions.ts'
import * as sessions from '../session/queries.ts'
import { type MemberPrograms, namesOf } from '../token/queries.ts'
import * as members from '../user/actions.ts'
import * as users from '../user/queries.ts'
import { mailedInvites } from './imported.ts'
import * as invites from './queries.ts'

/** Returns the link if it is valid; otherwise throws the reason. */
const valid = <Link extends { usedAt: Date | null; isOver: boolean }>(link: Link | undefined): Link => {
  const known = orNotFound(link)
  if (known.usedAt) throw new Problem('inviteUsed')
  if (known.isOver) throw new Problem('inviteExpired')
  return known
}

const openInvite = async (db: Db, token: string, { address }: Client) =>
  valid(await openByToken(db, { kind: 'invitation', address }, () => invites.byToken(db, token)))
const openReentry = async (db: Db, token: string, { address }: Client) =>
  valid(await openByToken(db, { kind: 're-entry', address }, () => invites.reentryByToken(db, token)))

const serviceOf = async (db: Db, id: string) => {
  const { _id, title, translations, logo, colours } = orNotFound(await services.byId(db, id))
  return { _id, title, translations, logo, colours }
}

/** Access levels that may grant the export right start with it. */
const hasCsv = (type: Actor['type'], serviceId: string) =>
  mayEver(
    {
      id: '',
      name: '',
      type,
      serviceId,
      visibleServiceIds: [],
      isViewer: false,
      isServerOwner: false,
      mayExport: false,
      token: null,
    },
    'member.edit',
  )

const reentryRequests = (name: string): Budget => ({
  name: `re-entry request of ${name.toLowerCase()}`,
  most: 3,
  minutes: 60,
})
const REENTRY_MS = 3_600_000

type Tools = {
  publicUrl: string
  isSecure: boolean
  canMail: boolean
  programs: MemberPrograms
}

const checkRole = async (db: Db, actor: Actor, { role }: InviteForm): Promise<void> => {
  if (!(await roles.isAssignable(db, role, actor.serviceId)))
    throw new Problem('invalid', { fields: { role: 'form.invalid' } })
}

const mustMail = (canMail: boolean): void => {
  if (!canMail) throw new Problem('notFound')
}

export const inviteRoutes = ({ publicUrl, isSecure, canMail, programs }: Tools) => [
  serve(inviteApi.invite, async ({ db, actor, body, allow, audit }) => {
    allow({ serviceId: actor.serviceId, type: body.permission })
    await checkRole(db, actor, body)
    const { token, expiresAt } = await invites.make(db, {
      serviceId: actor.serviceId,
      roleId: body.role,
      type: body.permission,
      createdBy: actor.id,
    })
    await audit({ action: 'member.invite', detail: body })
    return { link: `${publicUrl}/invite?token=${token}`, expiresAt: expiresAt.toISOString() }
  }),

  serve(inviteApi.inviteByMail, {
    prepare: async ({ db, actor }) => {
      mustMail(canMail)
      await chargeAttempt(db, [mailedInvites(actor.id)])
    },
    handle: async ({ db, actor, body: { email, language, ...body }, allow, audit }) => {
      allow({ serviceId: actor.serviceId, type: body.permission })
      await checkRole(db, actor, body)
      const { serviceId } = actor
      const { id, expiresAt } = await invites.makeMailed(db, {
        serviceId,
        roleId: body.role,
        type: body.permission,
        createdBy: actor.id,
        email,
      })
      await enqueueMail(db, 'invite', { serviceId, payload: { inviteId: id, language }, expiresAt })
      await audit({ action: 'member.invite', detail: { ...body, byMail: true } })
      return { expiresAt: expiresAt.toISOString() }
    },
  }),

  serve(inviteApi.info, async ({ db, params, client, allow }) => {
    allow()
    const invite = await openInvite(db, params.token, client)
    const service = await serviceOf(db, invite.serviceId)
    const expiresAt = await invites.open(db, invite)
    return {
      service,
      role: { _id: invite.roleId, name: invite.roleName, translations: invite.roleTranslations },
      type: invite.type,
      invitedBy: invite.invitedBy,
      email: invite.email,
      expiresAt: expiresAt.toISOString(),
    }
  }),

  serve(inviteApi.username, async ({ db, params, query, client, allow }) => {
    allow()
    await openInvite(db, params.token, client)
    return { isFree: await invites.isFree(db, query.username) }
  }),

  serve(inviteApi.register, {
    prepare: async ({ db, params, body, client }) => {
      await openInvite(db, params.token, client)
      return { passwordHash: await hashPassword(body.password) }
    },
    handle: async ({ db, params, body: { password: _, email, ...person }, client, prepared, ...tools }) => {
      const { allow, announce, audit, setHeader } = tools
      allow()
      const invite = valid(await invites.byToken(db, params.token, { forUpdate: true }))
      const { serviceId, roleId, type } = invite
      await serviceOf(db, serviceId)
      const memberId = await members.addMember(db, {
        ...person,
        ...prepared,
        serviceId,
        roleId,
        type,
        allowCsvDownload: hasCsv(type, serviceId),
      })
      // The mailed link proves access to that mailbox; any other address needs a confirmation link.
      if (email && email.toLowerCase() === invite.email?.toLowerCase()) await setAddress(db, memberId, email)
      else if (email && canMail) await askToConfirm(db, { id: memberId, serviceId }, email, newId())
      await invites.use(db, invite.id, memberId)
      await audit({ action: 'invite.use', serviceId, targetKind: 'member', targetId: memberId })
      await announce({ type: 'USER_UPDATED', userId: memberId, serviceId })
      setHeader('set-cookie', await rememberDevice(db, memberId, client, isSecure))
      setHeader('set-cookie', serviceCookie(serviceId, isSecure))
      return { accessToken: await sessions.start(db, memberId, client) }
    },
  }),

  serve(inviteApi.makeReentry, async ({ db, actor, params, body, allow, announce, audit }) => {
    const member = allow(orNotFound(await users.subject(db, params.id)))
    const { token, expiresAt } = await invites.makeReentry(db, member.id, actor.id)
    // Announced before the sessions end, while the member's streams are still open.
    await announce({ type: 'USER_LOGOFF', userId: member.id, reason: 'reentry' }, { memberIds: [member.id] })
    await sessions.endAllOf(db, member.id)
    const ended = await programs.end(db, member.id)
    await audit({ action: 'member.reentry', targetKind: 'member', targetId: member.id, detail: namesOf(ended) })
    if (body.resetSecondFactor && (await factors.remove(db, member.id)))
      await audit({ action: 'secondFactor.reset', targetKind: 'member', targetId: member.id })
    return { link: `${publicUrl}/invite?reentry=${token}`, expiresAt: expiresAt.toISOString(), ...ended }
  }),

  serve(inviteApi.requestReentry, {
    prepare: async ({ db, body, client }) => {
      mustMail(canMail)
      await chargeAttempt(db, [networkBudget('re-entry request', client.address), reentryRequests(body.name)])
    },
    /** Unknown names get the same reply: accounts are looked up when the mail is sent. */
    handle: async ({ db, body, allow }) => {
      allow()
      await enqueueMail(db, 'reentry', { payload: body, expiresAt: new Date(databaseMs() + REENTRY_MS) })
      return {}
    },
  }),

  serve(inviteApi.reentryInfo, async ({ db, params, client, allow }) => {
    allow()
    const { username, name, serviceId, expiresAt } = await openReentry(db, params.token, client)
    const { colours: _, ...service } = await serviceOf(db, serviceId)
    return { username, name, service, expiresAt: expiresAt.toISOString() }
  }),

  serve(inviteApi.reenter, {
    prepare: async ({ db, params, body, client }) => {
      await openReentry(db, params.token, client)
      return { passwordHash: await hashPassword(body.password) }
    },
    handle: async ({ db, params, client, prepared, allow, audit, setHeader }) => {
      allow()
      const link = valid(await invites.reentryByToken(db, params.token, { forUpdate: true }))
      await invites.useReentry(db, link.id)
      await members.setPassword(db, link.memberId, prepared.passwordHash)
      await sessions.endAllOf(db, link.memberId)
      const ended = await programs.end(db, link.memberId)
      await mailMember(db, link.memberId, 'passwordChanged')
      await audit({
        action: 'reentry.use',
        serviceId: link.serviceId,
        targetKind: 'member',
        targetId: link.memberId,
        detail: namesOf(ended),
      })
      // The link replaces the password only, not the second factor.
      if (await factors.isOn(db, link.memberId)) return { accessToken: null }
      // This device becomes known, so that wrong passwords from other devices cannot lock the member out on it.
      setHeader('set-cookie', await rememberDevice(db, link.memberId, client, isSecure))
      setHeader('set-cookie', serviceCookie(link.serviceId, isSecure))
      return { accessToken: await sessions.start(db, link.memberId, client) }
    },
  }),
]
