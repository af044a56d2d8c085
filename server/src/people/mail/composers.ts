import type { Language } from '#contract'
import { readMessage } from '../../platform/delivery/channel.ts'
import { linkToken } from '../../platform/secret/sealing.ts'
import * as settings from '../setting/queries.ts'
import { confirmationByToken } from '../user/email.ts'
import type { Composer } from './actions.ts'
import * as mails from './queries.ts'

const payloadOf = <T>(payload: unknown): T => payload as T

const toMember: Composer = async (db, { memberId, payload }) => {
  const member = memberId ? await mails.addressee(db, memberId) : undefined
  if (!member) return []
  const to = payloadOf<{ to?: string }>(payload).to ?? member.email
  return to ? [{ to, language: member.language, values: { username: member.username } }] : []
}

const confirmEmail: Composer = async (db, { memberId, payload }) => {
  const { linkId } = payloadOf<{ linkId: string }>(payload)
  const member = memberId ? await mails.addressee(db, memberId) : undefined
  const token = await linkToken(db, linkId)
  const link = await confirmationByToken(db, token)
  if (!member || !link) return []
  const values = { address: link.email, username: member.username }
  return [{ to: link.email, language: member.language, values, path: `/invite?confirm=${token}` }]
}

const DAY_MS = 86_400_000

const backupTooOld: Composer = async (db, { memberId, payload }) => {
  const owner = memberId ? await mails.addressee(db, memberId) : undefined
  if (!owner?.email) return []
  const { lastGoodAt } = payloadOf<{ lastGoodAt: string | null }>(payload)
  const none = { en: 'there is none', he: 'אין גיבוי כלל' }
  const days = lastGoodAt && Math.floor((Date.now() - Date.parse(lastGoodAt)) / DAY_MS)
  const age = days
    ? new Intl.RelativeTimeFormat(owner.language, { numeric: 'auto' }).format(-days, 'day')
    : none[owner.language]
  const { name } = await settings.read(db)
  return [{ to: owner.email, language: owner.language, values: { server: name, age }, path: '/?panel=serversettings' }]
}

const backupFailed: Composer = async (db, { memberId, payload }) => {
  const owner = memberId ? await mails.addressee(db, memberId) : undefined
  if (!owner?.email) return []
  const { reason } = payloadOf<{ reason: string | Record<Language, string> }>(payload)
  const { name } = await settings.read(db)
  // A server of the previous version enqueues the reason as one sentence instead of one per language.
  const values = { server: name, reason: typeof reason === 'string' ? reason : reason[owner.language] }
  return [{ to: owner.email, language: owner.language, values, path: '/?panel=serversettings' }]
}

export const memberMessage: Composer = async (db, { memberId, payload }) => {
  const member = memberId ? await mails.addressee(db, memberId) : undefined
  const message = await readMessage(db, payload)
  if (!member?.email || !message) return []
  const { texts, path } = message
  return [{ to: member.email, language: member.language, values: { text: texts[member.language] }, path }]
}

export const mailComposers: Record<string, Composer> = {
  passwordChanged: toMember,
  emailChanged: toMember,
  confirmEmail,
  backupTooOld,
  backupFailed,
}
