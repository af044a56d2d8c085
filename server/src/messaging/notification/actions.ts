import { type RawBuilder, sql } from 'kysely'
import {
  brokenChannelTexts,
  coverWords,
  inEveryLanguage,
  type Language,
  MemberChannel,
  type MemberMessage,
  memberChannels,
  type NotificationKind,
  notificationText,
  typesWith,
} from '#contract'
import { databaseTime } from '../../platform/db/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { enqueue, type NewDelivery, type PassedOn, rewriteTexts } from '../../platform/delivery/queue.ts'

type Notification = {
  kind: NotificationKind
  aoiId: string
  /** Author of the change, who is not notified. */
  by: { id: string | null; name: string } | null
  memberIds?: readonly string[]
  status?: string
}

/**
 * Stores a notification in the caller's transaction. The batch `notifications` determines recipients and languages
 * after the commit, so the row holds a text in each language, with a placeholder for the name.
 */
export const notifyMembers = async (
  db: Db,
  { kind, aoiId, by, status, memberIds = [] }: Notification,
): Promise<void> => {
  const textIn = (language: Language) => notificationText(language, kind, { name: '{name}', who: by?.name, status })
  await db
    .insertInto('notification')
    .values({
      kind,
      aoiId,
      byId: by?.id ?? null,
      memberIds: [...memberIds],
      texts: JSON.stringify(inEveryLanguage(textIn)),
    })
    .execute()
}

type Which = (d: RawBuilder<unknown>) => RawBuilder<unknown>

/** Redacts words in queued messages, also at the end of names that were cut (`Jona…`). */
export const coverQueuedWords = (db: Db, which: Which, words: readonly string[]): Promise<void> =>
  rewriteTexts(db, which, (text) =>
    (text.match(/[^…]*…|[^…]+$/g) ?? []).map((part) => coverWords(part, words)).join(''),
  )

export const coverWaitingWords = (db: Db, aoiIds: readonly string[], words: readonly string[]): Promise<void> =>
  coverQueuedWords(db, (d) => sql`${d}.group_key = any(${aoiIds.map((id) => id.replaceAll('-', ''))}::text[])`, words)

type Recipient = { id: string; serviceId: string }

type MessageOptions = Pick<NewDelivery, 'kind' | 'subjectId' | 'groupKey' | 'isUrgent' | 'expiresAt'> & {
  message: MemberMessage
  channels: readonly MemberChannel[]
  /** A message with the same key is not sent to the same member again. */
  dedupeKey?: string
}

/**
 * Enqueues a message to members in the caller's transaction. Each member receives it on the first channel that works.
 * Returns delivery ids for `statusOf`.
 */
export const messageMembers = async (
  db: Db,
  members: readonly Recipient[],
  { message, channels: [channel, ...fallback], dedupeKey, ...delivery }: MessageOptions,
): Promise<string[]> => {
  if (channel === undefined) return []
  return enqueue(
    db,
    members.map(({ id, serviceId }) => ({
      ...delivery,
      channel,
      fallback,
      serviceId,
      memberId: id,
      payload: message,
      ...(dedupeKey !== undefined && { dedupeKey: `${dedupeKey} ${id}` }),
    })),
  )
}

export const adminsOf = (db: Db, serviceId: string): Promise<Recipient[]> =>
  db
    .selectFrom('member')
    .select(['id', 'serviceId'])
    .where('serviceId', '=', serviceId)
    .where('type', 'in', typesWith('service.edit'))
    .where('deletedAt', 'is', null)
    .execute()

/** Notifies Admins once a day, through the remaining channels, that a channel is broken. */
export const reportBrokenChannels = async (db: Db, passedOn: readonly PassedOn[]): Promise<void> => {
  const day = databaseTime().toISOString().slice(0, 10)
  for (const { serviceId, channel, next } of passedOn) {
    const broken = MemberChannel.safeParse(channel).data
    const used = MemberChannel.safeParse(next).data
    if (!serviceId || !broken || !used) continue
    await messageMembers(db, await adminsOf(db, serviceId), {
      kind: 'brokenChannel',
      message: { action: 'CHANNEL_BROKEN', texts: brokenChannelTexts(broken, used), path: '/' },
      channels: memberChannels.filter((name) => name !== broken),
      dedupeKey: `brokenChannel ${broken} ${day}`,
    })
  }
}
