import { sql } from 'kysely'
import type { Actor } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'
import { networkOf } from './origin.ts'

export type Audit = {
  actor: Actor | undefined
  /** The author if there is no actor: the member who signs in, or the console. */
  by?: { id: string | null; name: string }
  /** The right that was used or refused, or another event such as `session.refused`. */
  action: string
  outcome: 'done' | 'refused'
  serviceId?: string | null
  targetKind?: string
  targetId?: string
  targetName?: string
  detail?: Record<string, unknown>
  address: string
}

/**
 * Records a refusal. A repetition by the same caller within the hour only increases a counter, because audit lines are
 * never deleted.
 */
export const recordRefusal = async (db: Db, entry: Omit<Audit, 'outcome'>): Promise<void> => {
  const { actor, action, serviceId, targetId, detail, address } = entry
  const caller = actor?.token?.id ?? actor?.id ?? networkOf(address)
  const fingerprint = JSON.stringify([caller, action, serviceId, targetId, detail?.method, detail?.path])
  const id = newId()
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ auditId: string }>`
      insert into audit_refusal (fingerprint, hour, audit_id) values (${fingerprint}, date_trunc('hour', now()), ${id})
      on conflict (fingerprint, hour) do update set count = audit_refusal.count + 1, last_at = now()
      returning audit_id`.execute(transaction)
    if (rows[0]?.auditId === id) await recordAudit(transaction, { ...entry, outcome: 'refused' }, id)
  })
}

export const recordAudit = async (db: Db, entry: Audit, id = newId()): Promise<void> => {
  const who = entry.actor ?? entry.by
  const token = entry.actor?.token
  await db
    .insertInto('audit')
    .values({
      id,
      serviceId: entry.serviceId ?? entry.actor?.serviceId ?? null,
      memberId: who?.id ?? null,
      memberName: who?.name ?? '',
      action: entry.action,
      outcome: entry.outcome,
      targetKind: entry.targetKind ?? null,
      targetId: entry.targetId ?? null,
      targetName: entry.targetName ?? null,
      detail: JSON.stringify({ ...entry.detail, ...(token && { token: token.id }) }),
      address: entry.address,
    })
    .execute()
}
