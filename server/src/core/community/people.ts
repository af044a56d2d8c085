import { sql } from 'kysely'
import { type GroupCandidate, type GroupMember, Problem } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { addressOfFile } from '../../platform/files/files.ts'

type Person = Omit<GroupCandidate, '_id' | 'photo'> & { id: string; photoToken: string | null }

const asPerson = ({ id, photoToken, ...person }: Person): GroupCandidate => ({
  ...person,
  _id: id,
  photo: photoToken && addressOfFile(photoToken),
})

export const membersOf = async (db: Db, groupId: string): Promise<GroupMember[]> => {
  const { rows } = await sql<Person & { joinedAt: Date }>`
    select i.id, case when m.id is null then 'visitor' else 'member' end as kind, i.joined_at,
      coalesce(m.first_name, v.first_name) as first_name, coalesce(m.last_name, v.last_name) as last_name,
      coalesce(m.username, '') as username, coalesce(m.phone, v.phone) as phone, f.token as photo_token
    from group_member i
    left join member m on m.id = i.member_id
    left join visitor v on v.id = i.visitor_id
    left join file f on f.id = m.photo_file_id
    where i.group_id = ${groupId} and m.deleted_at is null
    order by m.id is null, lower(coalesce(m.first_name, v.first_name)), lower(coalesce(m.last_name, v.last_name)), i.id`.execute(
    db,
  )
  return rows.map(({ joinedAt, ...row }) => ({ ...asPerson(row), joinedAt: joinedAt.toISOString() }))
}

const MOST = 50

/** Visitors without a name are left out, because they cannot be told apart. */
export const candidatesFor = async (
  db: Db,
  group: { _id: string; serviceId: string },
  search: string,
): Promise<GroupCandidate[]> => {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<Person>`
    (select m.id, 'member' as kind, m.first_name, m.last_name, m.username, m.phone, f.token as photo_token
      from member m left join file f on f.id = m.photo_file_id
      where m.service_id = ${group.serviceId} and m.deleted_at is null
        and lower(m.first_name || ' ' || m.last_name || ' ' || m.username) like ${pattern}
        and not exists (select 1 from group_member i where i.group_id = ${group._id} and i.member_id = m.id)
      order by lower(m.first_name), lower(m.last_name), m.id limit ${MOST})
    union all
    (select v.id, 'visitor', v.first_name, v.last_name, '', v.phone, null
      from visitor v
      where v.service_id = ${group.serviceId} and btrim(v.first_name || v.last_name) <> ''
        and lower(v.first_name || ' ' || v.last_name || ' ' || coalesce(v.phone, '')) like ${pattern}
        and not exists (select 1 from group_member i where i.group_id = ${group._id} and i.visitor_id = v.id)
      order by v.last_seen_at desc, v.id limit ${MOST})
    limit ${MOST}`.execute(db)
  return rows.map(asPerson)
}

/** Accepts people of the group's own service only. */
export const join = async (
  db: Db,
  group: { _id: string; serviceId: string },
  {
    memberId = null,
    visitorId = null,
  }: { memberId?: string | null | undefined; visitorId?: string | null | undefined },
): Promise<void> => {
  const { rows } = await sql`
    select 1 from member where id = ${memberId} and service_id = ${group.serviceId} and deleted_at is null
    union all select 1 from visitor where id = ${visitorId} and service_id = ${group.serviceId}`.execute(db)
  if (rows.length === 0)
    throw new Problem('invalid', { fields: { [memberId ? 'memberId' : 'visitorId']: 'form.invalid' } })
  await db
    .insertInto('groupMember')
    .values({ id: newId(), groupId: group._id, memberId, visitorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const leave = async (db: Db, groupId: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('groupMember')
    .where('id', '=', id)
    .where('groupId', '=', groupId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
