import type { Language, MailKind } from '#contract'
import { databaseMs } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Delivery } from '../../platform/delivery/channel.ts'
import { enqueue, type NewDelivery } from '../../platform/delivery/queue.ts'
import { linkToken } from '../../platform/secret/sealing.ts'
import { beginConfirmation, setEmail } from '../user/email.ts'

export const EMAIL = 'email'

type Mail = {
  to: string
  language: Language
  values: Record<string, string>
  /** Path and query of the page that the mail's button opens. */
  path?: string
  /** Path to which mail programs post to unsubscribe from mails of this kind (RFC 8058). */
  stopPath?: string
}

/**
 * Composes the mails of a delivery when it is sent, so that the queue holds neither addresses nor links. Returns none
 * if the mail is obsolete or has no receiver.
 */
export type Composer = (db: Db, delivery: Delivery) => Promise<Mail[]>

const DAY_MS = 86_400_000

type NewMail = Pick<NewDelivery, 'serviceId' | 'memberId' | 'payload' | 'dedupeKey' | 'notBefore' | 'expiresAt'>

/** Enqueues a mail. The composer of its kind writes the text when the mail is sent (`channel.ts`). */
export const enqueueMail = async (db: Db, kind: MailKind, mail: NewMail): Promise<void> => {
  await enqueue(db, [{ channel: EMAIL, kind, expiresAt: new Date(databaseMs() + DAY_MS), ...mail }])
}

export const mailMember = async (
  db: Db,
  memberId: string,
  kind: MailKind,
  { payload = {}, dedupeKey }: Partial<Pick<NewMail, 'payload' | 'dedupeKey'>> = {},
): Promise<void> => {
  const member = await db
    .selectFrom('member')
    .select('serviceId')
    .where('id', '=', memberId)
    .where('email', 'is not', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (member) await enqueueMail(db, kind, { ...member, memberId, payload, ...(dedupeKey && { dedupeKey }) })
}

export const askToConfirm = async (
  db: Db,
  { id: memberId, serviceId }: { id: string; serviceId: string },
  email: string,
  linkId: string,
): Promise<void> => {
  await beginConfirmation(db, memberId, { linkId, email, token: await linkToken(db, linkId) })
  await enqueueMail(db, 'confirmEmail', { memberId, serviceId, payload: { linkId } })
}

export const setAddress = async (db: Db, memberId: string, email: string | null): Promise<void> => {
  const before = await setEmail(db, memberId, email)
  if (before.email && before.email !== email)
    await enqueueMail(db, 'emailChanged', { memberId, serviceId: before.serviceId, payload: { to: before.email } })
}
