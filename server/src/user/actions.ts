import { sql } from 'kysely'
import { type NotificationPreferences, Problem, type Registration, type UserType } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { lngLat, type Point } from '../db/point.ts'
import { publish } from '../live/outbox.ts'

/** A member is online if it was seen within a minute; an open stream reports twice in that time. */
const ONLINE_SECONDS = 60
const isRecent = sql<boolean>`p.last_seen_at > now() - make_interval(secs => ${ONLINE_SECONDS})`
/** Whether member `m` is online. */
export const isOnline = sql<boolean>`exists (select from presence p where p.member_id = m.id and ${isRecent})`

type Presence = {
  id: string
  serviceId: string
  isOnline: boolean
  location: Point | null
  locationAt: Date | null
}

/** Publishes whether these members are online, and where. */
export const publishPresence = async (db: Db, memberIds: readonly string[]): Promise<void> => {
  if (memberIds.length === 0) return
  const { rows } = await sql<Presence>`
    select m.id, m.service_id, ${isOnline} as is_online,
      case when m.enable_gps_location then m.location end as location, m.location_at
    from member m where m.id = any(${memberIds as string[]}::uuid[]) and m.deleted_at is null`.execute(db)
  await publish(
    db,
    rows.map(({ id, serviceId, location, locationAt, isOnline }) => ({
      serviceId,
      message: {
        type: 'USER_PRESENCE',
        userId: id,
        serviceId,
        isOnline,
        location: location && lngLat(location),
        locationAt: location && locationAt ? locationAt.toISOString() : null,
      },
    })),
  )
}

/**
 * Records that members were seen just now, and publishes those who come online by it. Rows are locked in one
 * order, so that two servers do not wait for each other.
 */
export const noteSeen = async (db: Db, memberIds: readonly string[]): Promise<void> => {
  if (memberIds.length === 0) return
  const { rows } = await sql<{ id: string; wasOnline: boolean }>`
    with before as (
      select member_id, is_told_online from presence where member_id = any(${memberIds as string[]}::uuid[])
      order by member_id for update),
    seen as (
      insert into presence (member_id, last_seen_at, is_told_online)
      select m.id, now(), true from unnest(${memberIds as string[]}::uuid[]) as m(id)
      left join before on before.member_id = m.id order by m.id
      on conflict (member_id) do update set last_seen_at = now(), is_told_online = true returning member_id)
    select seen.member_id as id, coalesce(before.is_told_online, false) as was_online
    from seen left join before using (member_id)`.execute(db)
  await publishPresence(
    db,
    rows.filter(({ wasOnline }) => !wasOnline).map(({ id }) => id),
  )
}

/** Publishes the members that were not seen for a minute as offline; one server does so. */
export const noteAbsent = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: string }>`
    update presence p set is_told_online = false where p.is_told_online and not ${isRecent}
    returning p.member_id as id`.execute(db)
  await publishPresence(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** A member without a session is offline at once. */
export const noteSignedOut = async (db: Db, memberIds: readonly string[]): Promise<void> => {
  if (memberIds.length === 0) return
  await sql`
    delete from presence p
    where p.member_id = any(${memberIds as string[]}::uuid[]) and not exists (
      select from session s where s.member_id = p.member_id and s.ended_at is null and s.expires_at > now())`.execute(
    db,
  )
  await publishPresence(db, memberIds)
}

type NewMember = Omit<Registration, 'password'> & {
  serviceId: string
  roleId: string
  type: UserType
  passwordHash: string
  allowCsvDownload: boolean
}

export const addMember = async (db: Db, { language, ...member }: NewMember): Promise<string> => {
  const id = newId()
  const added = await db
    .insertInto('member')
    .values({ id, language: language ?? null, ...member })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw new Problem('usernameTaken', { fields: { username: 'form.usernameTaken' } })
  return id
}

export const setPassword = async (db: Db, memberId: string, passwordHash: string): Promise<void> => {
  await db
    .updateTable('member')
    .set({ passwordHash, mustChangePassword: false })
    .where('id', '=', memberId)
    .where('deletedAt', 'is', null)
    .execute()
}

export const demandNewPassword = async (db: Db, memberId: string): Promise<void> => {
  await db.updateTable('member').set({ mustChangePassword: true }).where('id', '=', memberId).execute()
}

export const setNotificationPreferences = async (
  db: Db,
  memberId: string,
  preferences: NotificationPreferences,
): Promise<void> => {
  await db
    .updateTable('member')
    .set({ notificationPreferences: JSON.stringify(preferences) })
    .where('id', '=', memberId)
    .execute()
}
