import { sql } from 'kysely'
import { type Language, Problem } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import type { PushSubscriptionKeys } from '../db/schema/people.ts'
import { isOutsideAddress } from '../outbound/own-networks.ts'
import { checkTarget, OutboundError } from '../outbound/target.ts'
import { PUSH } from './channel.ts'

const DEVICES_PER_MEMBER = 20

type Registration = {
  memberId: string
  sessionId: string
  language?: Language | undefined
  device: PushSubscriptionKeys
}

/** Refuses endpoints that are obviously not public. Host names are resolved and checked when a message is sent. */
export const checkEndpoint = (endpoint: string): void => {
  try {
    checkTarget(new URL(endpoint), isOutsideAddress, false)
  } catch (error) {
    if (error instanceof OutboundError) throw new Problem('invalid', { fields: { 'device.endpoint': 'form.url' } })
    throw error
  }
}

export const registerDevice = async (
  db: Db,
  { memberId, sessionId, language, device }: Registration,
): Promise<void> => {
  checkEndpoint(device.endpoint)
  const { endpoint, keys } = device
  const row = { memberId, sessionId, language: language ?? null, subscription: JSON.stringify({ endpoint, keys }) }
  await db
    .insertInto('pushDevice')
    .values({ id: newId(), endpoint, ...row })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .execute()
  await sql`delete from push_device where id in (
    select id from push_device where member_id = ${memberId} order by id desc offset ${DEVICES_PER_MEMBER})`.execute(db)
}

export const forgetDevice = async (db: Db, memberId: string, endpoint: string): Promise<void> => {
  await db.deleteFrom('pushDevice').where('memberId', '=', memberId).where('endpoint', '=', endpoint).execute()
}

export const devicesOf = async (db: Db, memberId: string, sessionId: string) => {
  const { rows } = await sql<{
    id: string
    isCurrent: boolean
    createdAt: Date
    lastDeliveredAt: Date | null
    waiting: number
    lastProblem: string | null
  }>`
    select d.id, d.session_id = ${sessionId} as is_current, d.created_at, d.last_delivered_at, queue.waiting,
      newest.last_problem
    from push_device d
    cross join lateral (
      select count(*)::int as waiting from delivery p
      where p.channel = ${PUSH} and p.address = d.id::text and p.state = 'waiting') queue
    left join lateral (
      select p.last_error as last_problem from delivery p
      where p.channel = ${PUSH} and p.address = d.id::text and p.attempts > 0
      order by p.created_at desc limit 1) newest on true
    where d.member_id = ${memberId} order by 2 desc, d.created_at desc`.execute(db)
  return rows.map(({ id, createdAt, lastDeliveredAt, ...device }) => ({
    ...device,
    _id: id,
    createdAt: createdAt.toISOString(),
    lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
  }))
}
