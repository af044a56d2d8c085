import { type RawBuilder, sql } from 'kysely'
import type { Rota, RotaDraft, RotaSwap } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'

const fields = sql<Rota>`json_build_object('_id', r.id, 'serviceId', r.service_id, 'name', r.name,
  'memberIds', r.member_ids, 'startsOn', r.starts_on, 'handoverAt', r.handover_at, 'timeZone', r.time_zone,
  'swaps', (select coalesce(json_agg(json_build_object('week', s.week, 'memberId', s.member_id) order by s.week), '[]')
    from rota_swap s where s.rota_id = r.id))`

const select = async (db: Db, condition: RawBuilder<unknown>): Promise<Rota[]> => {
  const { rows } = await sql<{ rota: Rota }>`select ${fields} as rota from rota r where ${condition}
    order by lower(r.name), r.id`.execute(db)
  return rows.map(({ rota }) => rota)
}

export const ofService = (db: Db, serviceId: string): Promise<Rota[]> => select(db, sql`r.service_id = ${serviceId}`)

export const withNames = async (db: Db, serviceId: string) => {
  const { rows } = await sql<{ rota: Rota; names: Record<string, string>; createdAt: Date; updatedAt: Date }>`
    select ${fields} as rota, r.created_at, r.updated_at, (
      select coalesce(json_object_agg(m.id, coalesce(nullif(btrim(m.first_name || ' ' || m.last_name), ''), m.username)), '{}')
      from member m where m.id = any(r.member_ids)
        or m.id in (select s.member_id from rota_swap s where s.rota_id = r.id)) as names
    from rota r where r.service_id = ${serviceId} order by lower(r.name), r.id`.execute(db)
  return rows
}

export const byId = async (db: Db, id: string): Promise<Rota | undefined> => (await select(db, sql`r.id = ${id}`))[0]

export const lock = async (db: Db, id: string): Promise<void> => {
  await db.selectFrom('rota').select('id').where('id', '=', id).forUpdate().execute()
}

const columns = ({ name, memberIds, startsOn, handoverAt, timeZone }: RotaDraft) => ({
  name,
  memberIds,
  startsOn,
  handoverAt,
  timeZone,
})

export const create = async (db: Db, serviceId: string, draft: RotaDraft): Promise<string> => {
  const id = newId()
  await db
    .insertInto('rota')
    .values({ id, serviceId, ...columns(draft) })
    .execute()
  return id
}

export const change = async (db: Db, id: string, draft: RotaDraft): Promise<void> => {
  await db
    .updateTable('rota')
    .set({ ...columns(draft), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export const remove = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('rota').where('id', '=', id).execute()
}

export const swap = async (db: Db, id: string, week: string, memberId: RotaSwap['memberId'] | null): Promise<void> => {
  await db.deleteFrom('rotaSwap').where('rotaId', '=', id).where('week', '=', week).execute()
  if (memberId) await db.insertInto('rotaSwap').values({ rotaId: id, week, memberId }).execute()
  await db.updateTable('rota').set({ updatedAt: sql<Date>`now()` }).where('id', '=', id).execute()
}

export const foreignMembers = async (db: Db, serviceId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select n.id from unnest(${ids as string[]}::uuid[]) as n (id) where not exists (
      select from member m where m.id = n.id and m.service_id = ${serviceId} and m.deleted_at is null)`.execute(db)
  return rows.map(({ id }) => id)
}
