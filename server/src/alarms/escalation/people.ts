import { sql } from 'kysely'
import {
  type EscalationLevel,
  type MemberChannel,
  memberChannels,
  onDutyAt,
  type QuietHours,
  quietUntil,
  type Rota,
  type RuleSeverity,
  typesWith,
} from '#contract'
import * as notifications from '../../messaging/notification/queries.ts'
import { mustEnrol } from '../../people/second-factor/queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { Turns } from '../../platform/kit/slices.ts'
import * as rotas from '../rota/queries.ts'

export type Person = {
  id: string
  name: string
  roleId: string | null
  isAdmin: boolean
  quiet: QuietHours | null
  isHighLoud: boolean
  channels: MemberChannel[]
}

export type People = { members: readonly Person[]; rotas: readonly Rota[]; now: Date }

const loadMembers = async (db: Db, serviceId: string, working: readonly MemberChannel[]): Promise<Person[]> => {
  const { rows } = await sql<Omit<Person, 'quiet' | 'isHighLoud'> & { preferences: unknown }>`
    select m.id, coalesce(nullif(btrim(m.first_name || ' ' || m.last_name), ''), m.username) as name, m.role_id, m.type = any(${typesWith('rule.edit')}) as is_admin,
      m.notification_preferences as preferences, array_remove(array[
        case when exists (select from push_device d join session s on s.id = d.session_id and s.ended_at is null
          and s.expires_at > now() where d.member_id = m.id) then 'push' end,
        case when m.email is not null then 'email' end, case when m.phone ~ '[0-9]' then 'sms' end], null) as channels
    from member m join service own on own.id = m.service_id
    where m.service_id = ${serviceId} and m.deleted_at is null and not ${mustEnrol(sql`m`, sql`own`)}
    order by m.id`.execute(db)
  const turns = new Turns()
  const people: Person[] = []
  for (const { preferences, channels, ...row } of rows) {
    await turns.next()
    const { quiet, isHighLoud } = notifications.readPreferences(preferences)
    people.push({ ...row, quiet, isHighLoud, channels: channels.filter((channel) => working.includes(channel)) })
  }
  return people
}

export const loadPeople = async (
  db: Db,
  serviceId: string,
  { now, channels }: { now: Date; channels: readonly MemberChannel[] },
): Promise<People> => ({
  members: await loadMembers(db, serviceId, channels),
  rotas: await rotas.ofService(db, serviceId),
  now,
})

/** The member on duty; undefined if the rota cannot be read, for example because its time zone was removed. */
const onDuty = (rota: Rota | undefined, now: Date): string | undefined => {
  try {
    return rota && onDutyAt(rota, now.getTime())?.memberId
  } catch {
    return undefined
  }
}

/** Returns the receivers and channels of a level; after the last level, all Admins and all channels. */
export const receiversOf = (
  { members, rotas, now }: People,
  levels: readonly EscalationLevel[],
  level: number,
): { persons: readonly Person[]; channels: readonly MemberChannel[] } => {
  const entry = levels[level]
  if (!entry) return { persons: members.filter(({ isAdmin }) => isAdmin), channels: memberChannels }
  const ids = new Set<string>()
  for (const target of entry.targets) {
    if (target.type === 'member') ids.add(target.memberId)
    else if (target.type === 'role')
      for (const { id, roleId } of members) {
        if (roleId === target.roleId) ids.add(id)
      }
    else {
      const memberId = onDuty(
        rotas.find(({ _id }) => _id === target.rotaId),
        now,
      )
      if (memberId) ids.add(memberId)
    }
  }
  return { persons: members.filter(({ id }) => ids.has(id)), channels: entry.channels }
}

const isQuiet = ({ quiet, isHighLoud }: Person, severity: RuleSeverity, now: Date): boolean =>
  !(severity === 'high' && isHighLoud) && quietUntil(quiet, now) !== undefined

/** Channels by which to notify a member, in the level's order. During the member's quiet hours, push comes last. */
export const channelsTo = (
  { now }: People,
  person: Person,
  channels: readonly MemberChannel[],
  severity: RuleSeverity,
): MemberChannel[] => {
  const own = channels.filter((channel) => person.channels.includes(channel))
  if (!isQuiet(person, severity, now)) return own
  return [...own.filter((channel) => channel !== 'push'), ...own.filter((channel) => channel === 'push')]
}

/** Whether a message would reach a receiver of a level now. Push does not count during the receiver's quiet hours. */
export const isReached = (
  people: People,
  levels: readonly EscalationLevel[],
  level: number,
  severity: RuleSeverity,
): boolean => {
  const { persons, channels } = receiversOf(people, levels, level)
  return persons.some((person) => {
    const [first] = channelsTo(people, person, channels, severity)
    return first !== undefined && (first !== 'push' || !isQuiet(person, severity, people.now))
  })
}
