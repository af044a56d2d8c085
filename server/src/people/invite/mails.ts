import type { Language } from '#contract'
import { linkToken } from '../../platform/secret/sealing.ts'
import type { Composer } from '../mail/actions.ts'
import { addresseesNamed } from '../mail/queries.ts'
import * as services from '../service/queries.ts'
import * as settings from '../setting/queries.ts'
import * as invites from './queries.ts'

type InviteMail = { inviteId: string; language: Language }

/** Formats the expiry in UTC, because the server does not know the receiver's time zone. */
const expiry = (language: Language) =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })

/** Composes the mail of an invitation, or none if the invitation was used or has expired. */
const invite: Composer = async (db, { payload }) => {
  const { inviteId, language } = payload as InviteMail
  const token = await linkToken(db, inviteId)
  const link = await invites.byToken(db, token)
  const service = link && (await services.byId(db, link.serviceId))
  if (!link?.email || !service || link.usedAt || link.isOver) return []
  const until = expiry(language).format(link.expiresAt)
  const values = { inviter: link.invitedBy, service: service.title, role: link.roleName, until }
  return [{ to: link.email, language, values, path: `/invite?token=${token}` }]
}

/**
 * Mails with re-entry links, one for each account with the given name or address. Accounts are looked up when the mail
 * is sent, so that requests take equally long for unknown names.
 */
const reentry: Composer = async (db, { id, payload }) => {
  const members = await addresseesNamed(db, (payload as { name: string }).name)
  const { name: server } = await settings.read(db)
  return Promise.all(
    members.map(async ({ id: memberId, email, username, language }) => {
      const token = await linkToken(db, `${id} ${memberId}`)
      await invites.storeMailedReentry(db, memberId, token)
      return { to: email ?? '', language, values: { server, username }, path: `/invite?reentry=${token}` }
    }),
  )
}

export const inviteComposers = { invite, reentry }
