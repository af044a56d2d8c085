import { type Kysely, sql } from 'kysely'
import { pointText } from '../platform/db/point.ts'
import type { Database } from '../platform/db/schema/index.ts'
import type { Random } from './random.ts'
import { makeService } from './service.ts'
import { placeOf, places } from './texts/places.ts'
import { bay, haifa } from './texts/services.ts'

export type BulkService = {
  id: string
  writerIds: string[]
  eventTypes: { id: string; name: string; questionId: string | null; questionName: string | null }[]
}

type FillContext = { db: Kysely<Database>; random: Random; now: Date; passwordHash: string }

/** The ids of the oldest `count` services. Creates missing services like the demo's first one. */
export async function ensureServices(context: FillContext, count: number): Promise<string[]> {
  const existing = await servicesOf(context.db)
  for (let number = existing.length + 1; number <= count; number++) {
    await context.db.transaction().execute((db) =>
      makeService(
        { ...context, db },
        {
          ...bay,
          title: `District ${number}`,
          hebrewTitle: `מחוז ${number}`,
          people: [
            {
              username: `district-${number}.technician`,
              firstName: 'Technician',
              lastName: `of district ${number}`,
              role: 'Duty officer',
              home: 'civicCenter',
              type: 'Technician',
            },
          ],
        },
      ),
    )
  }
  return (await servicesOf(context.db)).slice(0, count)
}

async function servicesOf(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('service')
    .select('id')
    .where('deletedAt', 'is', null)
    // The Hebrew service is left out, because bulk data is in English and around San Francisco.
    .where('title', '!=', haifa.hebrewTitle)
    .orderBy('createdAt')
    .orderBy('title')
    .execute()
  return rows.map(({ id }) => id)
}

const firstNames = [
  'Ada',
  'Ben',
  'Clara',
  'Dev',
  'Eva',
  'Finn',
  'Gita',
  'Hugo',
  'Iris',
  'Jamal',
  'אורי',
  'תמר',
  'עידו',
  'שירה',
]
const lastNames = [
  'Nolan',
  'Osei',
  'Park',
  'Quinn',
  'Ruiz',
  'Singh',
  'Tran',
  'Ueda',
  'Voss',
  'Wu',
  'פרידמן',
  'אלבז',
  'ביטון',
]

export async function addMembers({ db, random, now, passwordHash }: FillContext, serviceIds: string[], count: number) {
  if (count === 0) return
  const { rows: roles } = await sql<{ id: string; serviceId: string }>`
    select id, service_id from role where service_id = any(${serviceIds}) and not is_viewer order by sort_order`.execute(
    db,
  )
  const { rows: last } = await sql<{ number: number }>`
    select coalesce(max(substring(username from '^member\\.(\\d+)$')::int), 0) as number from member`.execute(db)
  const first = (last[0]?.number ?? 0) + 1
  const rows = Array.from({ length: count }, (_, index) => {
    const serviceId = serviceIds[index % serviceIds.length] as string
    const { address, position } = placeOf(random.pick(Object.keys(places) as (keyof typeof places)[]))
    const firstName = random.pick(firstNames)
    return {
      id: random.id(now.getTime()),
      serviceId,
      roleId: random.pick(roles.filter((role) => role.serviceId === serviceId))?.id ?? null,
      type: 'Operator' as const,
      username: `member.${first + index}`,
      passwordHash,
      firstName,
      lastName: random.pick(lastNames.filter((name) => /[א-ת]/.test(name) === /[א-ת]/.test(firstName))),
      phone: `+1 415 555 01${String(random.below(100)).padStart(2, '0')}`,
      homeLocation: pointText(position),
      homeAddress: address,
      termsAgreedAt: now,
      createdAt: new Date(now.getTime() - 400 * 86_400_000),
    }
  })
  // A statement takes at most 65,535 values.
  for (let at = 0; at < rows.length; at += 2_000) {
    await db
      .insertInto('member')
      .values(rows.slice(at, at + 2_000))
      .execute()
  }
}

export async function readServices(db: Kysely<Database>, ids: string[]): Promise<BulkService[]> {
  const { rows } = await sql<BulkService>`
    select s.id,
      array(select m.id from member m left join role r on r.id = m.role_id
        where m.service_id = s.id and m.deleted_at is null and r.is_viewer is not true order by m.username) as writer_ids,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'questionId', q.id, 'questionName', q.name)
          order by t.sort_order), '[]')
        from event_type t
        left join lateral (select id, name from question where event_type_id = t.id and archived_at is null
          order by sort_order limit 1) q on true
        where t.service_id = s.id and t.archived_at is null) as event_types
    from service s where s.id = any(${ids}) order by s.created_at, s.title`.execute(db)
  return rows
}
