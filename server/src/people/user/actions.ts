import { sql } from 'kysely'
import { type LiveMessage, type NotificationPreferences, Problem, type Registration, type UserType } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { lngLat, type Point } from '../../platform/db/point.ts'
import { type Budget, GUESS_MINUTES, weighGuess } from '../../platform/http/attempts.ts'
import { publishFleeting } from '../../platform/live/fleeting.ts'
import { verifyPassword } from '../../platform/secret/passwords.ts'
import { tellServers } from './online.ts'

/** A member is online if it was seen within a minute. An open stream records its member twice in that time. */
const ONLINE_SECONDS = 60
const isRecent = sql<boolean>`p.last_seen_at > now() - make_interval(secs => ${ONLINE_SECONDS})`

/**
 * Above this number of changes, a message lists nobody and clients reload the team. Otherwise 10,000 arrivals in a
 * morning would send each member all others.
 */
export const MOST_TOLD = 20

/** Records members as seen now. Rows are locked in one order, so that two servers cannot deadlock. */
export const noteSeen = async (db: Db, memberIds: readonly string[]): Promise<void> => {
  if (memberIds.length === 0) return
  await sql`
    insert into presence (member_id, last_seen_at, is_told_online)
    select id, now(), false from unnest(${memberIds as string[]}::uuid[]) as m(id) order by id
    on conflict (member_id) do update set last_seen_at = now()`.execute(db)
}

export const noteMoved = async (db: Db, memberId: string): Promise<void> => {
  await sql`
    insert into presence (member_id, last_seen_at, is_told_online, is_moved) values (${memberId}, now(), false, true)
    on conflict (member_id) do update set is_moved = true`.execute(db)
}

/**
 * A member without sessions is offline at once. Removes the shared position, even if the member has other sessions.
 */
export const noteSignedOut = async (db: Db, memberIds: readonly string[]): Promise<void> => {
  if (memberIds.length === 0) return
  await sql`
    update presence p set is_moved = true, last_seen_at = case when exists (
        select from session s where s.member_id = p.member_id and s.ended_at is null and s.expires_at > now())
      then last_seen_at else '-infinity' end
    where p.member_id = any(${memberIds as string[]}::uuid[])`.execute(db)
}

type Presence = {
  id: string
  serviceId: string
  isOnline: boolean
  isMoved: boolean
  location: Point | null
  locationAt: Date | null
}

export const tellPresence = async (db: Db): Promise<number> => {
  const { rows } = await sql<Presence>`
    with changed as (
      select p.member_id, p.is_moved, ${isRecent} as is_online from presence p
      where p.is_moved or p.is_told_online <> (${isRecent})
      order by p.member_id for update skip locked),
    told as (
      update presence p set is_told_online = changed.is_online, is_moved = false
      from changed where p.member_id = changed.member_id)
    select m.id, m.service_id, changed.is_online, changed.is_moved,
      case when m.enable_gps_location then m.location end as location, m.location_at
    from changed join member m on m.id = changed.member_id where m.deleted_at is null`.execute(db)
  const messages = [...Map.groupBy(rows, ({ serviceId }) => serviceId)].map(([serviceId, members]) => ({
    serviceId,
    message: messageOf(serviceId, members),
  }))
  await tellServers(db, rows)
  await publishFleeting(db, messages)
  return rows.length
}

const messageOf = (serviceId: string, members: readonly Presence[]): LiveMessage => {
  const type = 'PRESENCE_CHANGED'
  if (members.length > MOST_TOLD)
    return { type, serviceId, users: null, haveMoved: members.some(({ isMoved }) => isMoved) }
  const users = members.map(({ id, isOnline, location, locationAt }) => ({
    _id: id,
    isOnline,
    location: location && lngLat(location),
    locationAt: location && locationAt ? locationAt.toISOString() : null,
  }))
  return { type, serviceId, users }
}

type NewMember = Omit<Registration, 'password' | 'phone'> & {
  phone?: string
  serviceId: string
  roleId: string
  type: UserType
  passwordHash: string
  allowCsvDownload: boolean
  isServerOwner?: boolean
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

/** Makes a Technician an owner of the server; undefined if no Technician has this name. */
export const makeServerOwner = (db: Db, username: string) =>
  db
    .updateTable('member')
    .set({ isServerOwner: true })
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('type', '=', 'Technician')
    .where('deletedAt', 'is', null)
    .returning(['id', 'username', 'serviceId'])
    .executeTakeFirst()

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

const GUESSES = 8
const GUESSES_PER_DAY = 40

/** Limits password checks within a session, so that nobody can guess the password at an abandoned session. */
const ownPasswordBudgets = (memberId: string): Budget[] => [
  { name: `own password of ${memberId}`, most: GUESSES, minutes: GUESS_MINUTES },
  { name: `own password of ${memberId}`, most: GUESSES_PER_DAY, minutes: 24 * 60 },
]

export const isOwnPassword = async (db: Db, memberId: string, password: string): Promise<boolean> => {
  const isRight = await weighGuess(db, ownPasswordBudgets(memberId), async () =>
    (await verifyPassword(await passwordHashOf(db, memberId), password)) ? true : undefined,
  )
  return isRight === true
}

const passwordHashOf = async (db: Db, memberId: string): Promise<string | undefined> =>
  (await db.selectFrom('member').select('passwordHash').where('id', '=', memberId).executeTakeFirst())?.passwordHash ||
  undefined
