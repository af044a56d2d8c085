import { sql } from 'kysely'
import { memberChannels, overdueTexts, reviewTexts } from '#contract'
import { adminsOf, messageMembers } from '../../messaging/notification/actions.ts'
import type { Batch } from '../../platform/clock/batch.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Announce } from '../../platform/http/serve.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { reviewersOf } from './queries.ts'

const PATH = '/?view=review'
const REPEAT_MINUTES = 10

const countWaiting = async (db: Db, serviceId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from held_report where service_id = ${serviceId} and state = 'waiting'`.execute(db)
  return rows[0]?.count ?? 0
}

const messageOf = (action: string, texts: ReturnType<typeof reviewTexts>) => ({
  action,
  texts,
  path: PATH,
  tag: 'review',
})

export const announceReview = async (db: Db, announce: Announce, serviceId: string): Promise<void> => {
  const memberIds = (await reviewersOf(db, serviceId)).map(({ id }) => id)
  // The message names no service, so that only reviewers receive it.
  await announce({ type: 'REVIEW_UPDATED' }, { memberIds })
}

/** Notifies reviewers of waiting reports, at most every ten minutes. */
export const notifyReviewers = async (db: Db, serviceId: string): Promise<void> => {
  const { rows } = await sql`
    insert into review_setting as s (service_id, reviewers_told_at) values (${serviceId}, now())
    on conflict (service_id) do update set reviewers_told_at = now()
      where s.reviewers_told_at is null or s.reviewers_told_at < now() - make_interval(mins => ${sql.lit(REPEAT_MINUTES)})
    returning service_id`.execute(db)
  if (rows.length === 0) return
  await messageMembers(db, await reviewersOf(db, serviceId), {
    kind: 'review',
    message: messageOf('REVIEW_WAITING', reviewTexts(await countWaiting(db, serviceId))),
    channels: ['push'],
  })
}

/** Resets the time of the last notification if the queue is empty, so that the next report notifies at once. */
export const noteEmptyQueue = async (db: Db, serviceId: string): Promise<void> => {
  await sql`update review_setting set reviewers_told_at = null where service_id = ${serviceId}
    and reviewers_told_at is not null and not exists (
      select from held_report h where h.service_id = ${serviceId} and h.state = 'waiting')`.execute(db)
}

export const notifyRole = async (db: Db, serviceId: string, roleId: string, count: number): Promise<void> => {
  await messageMembers(db, await reviewersOf(db, serviceId, { roleId }), {
    kind: 'review',
    message: messageOf('REVIEW_HANDED', reviewTexts(count)),
    channels: ['push'],
  })
}

type Overdue = { serviceId: string; count: number; alertMinutes: number; isTold: boolean }

const overdue = (now: Date) => sql`from held_report h where h.service_id = s.service_id and h.state = 'waiting'
  and h.waiting_since < ${now}::timestamptz - make_interval(mins => s.alert_minutes)`

/** Notifies Admins of overdue reports, and again only after no report was overdue. */
export const overdueReviews: Batch = {
  table: 'review_setting',
  due: (now) => sql`
    select s.service_id as id, s.service_id, coalesce(s.admins_told_at, ${now}) as at from review_setting s
    where (s.admins_told_at is null) = exists (select ${overdue(now)})`,
  process: async (db, ids, now) => {
    const { rows } = await sql<Overdue>`
      select s.service_id, s.alert_minutes, s.admins_told_at is not null as is_told, (select count(*)::int ${overdue(now)}) as count
      from review_setting s where s.service_id = any(${ids}::uuid[]) for update of s skip locked`.execute(db)
    const changes = rows.filter(({ count, isTold }) => count > 0 !== isTold)
    for (const { serviceId, count, alertMinutes, isTold } of changes) {
      await db
        .updateTable('reviewSetting')
        .set({ adminsToldAt: isTold ? null : now })
        .where('serviceId', '=', serviceId)
        .execute()
      if (isTold) continue
      const admins = await adminsOf(db, serviceId)
      await messageMembers(db, admins, {
        kind: 'reviewOverdue',
        message: messageOf('REVIEW_OVERDUE', overdueTexts(count, alertMinutes)),
        channels: memberChannels,
      })
      await publish(db, { memberIds: admins.map(({ id }) => id), message: { type: 'REVIEW_UPDATED' } })
    }
    return changes.length
  },
}
