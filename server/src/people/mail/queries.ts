import { sql } from 'kysely'
import type { Language, RecentDelivery } from '#contract'
import type { Db } from '../../platform/db/database.ts'

export type Addressee = { email: string; username: string; language: Language }

const languageOf = sql<Language>`coalesce(member.language, service.main_language)`

const addressees = (db: Db) =>
  db
    .selectFrom('member')
    .innerJoin('service', 'service.id', 'member.serviceId')
    .select([
      'member.id',
      'member.serviceId',
      'member.email',
      'member.username',
      'member.phone',
      languageOf.as('language'),
    ])
    .where('member.deletedAt', 'is', null)

export const addressee = (db: Db, memberId: string) =>
  addressees(db).where('member.id', '=', memberId).executeTakeFirst()

export const addresseesNamed = (db: Db, name: string) =>
  addressees(db)
    .where('member.email', 'is not', null)
    .where((eb) =>
      eb.or([
        eb(sql`lower(member.username)`, '=', name.toLowerCase()),
        eb(sql`lower(member.email)`, '=', name.toLowerCase()),
      ]),
    )
    .orderBy('member.id')
    .limit(10)
    .execute()

export const ownerIds = async (db: Db): Promise<string[]> => {
  const rows = await addressees(db).where('isServerOwner', '=', true).where('member.email', 'is not', null).execute()
  return rows.map(({ id }) => id)
}

export const ownersOf = (db: Db): Promise<{ id: string; serviceId: string }[]> =>
  db
    .selectFrom('member')
    .select(['id', 'serviceId'])
    .where('isServerOwner', '=', true)
    .where('deletedAt', 'is', null)
    .execute()

export const ownersWithoutMail = (db: Db): Promise<{ id: string; serviceId: string }[]> =>
  db
    .selectFrom('member')
    .select(['id', 'serviceId'])
    .where('isServerOwner', '=', true)
    .where('email', 'is', null)
    .where('deletedAt', 'is', null)
    .execute()

const RECENT = 50

export const recentDeliveries = async (db: Db): Promise<RecentDelivery[]> => {
  const { rows } = await sql<{
    id: string
    channel: string
    kind: string
    receiver: string | null
    state: RecentDelivery['state']
    code: string | null
    createdAt: Date
    sentAt: Date | null
  }>`select d.id, d.channel, d.kind, d.state, d.last_error as code, d.created_at, d.sent_at,
      nullif(trim(coalesce(m.first_name || ' ' || m.last_name, v.first_name || ' ' || v.last_name)), '') as receiver
    from (select * from delivery order by created_at desc limit ${RECENT}) d
    left join member m on m.id = d.member_id left join visitor v on v.id = d.visitor_id
    order by d.created_at desc`.execute(db)
  return rows.map(({ id, createdAt, sentAt, ...row }) => ({
    ...row,
    _id: id,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }))
}
