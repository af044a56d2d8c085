import type { Actor } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'

/** One line of the audit: who did, or was refused, what. */
export type Audit = {
  actor: Actor | undefined
  /** The right that was used or asked for, or a word like `session.refused`. */
  action: string
  outcome: 'done' | 'refused'
  serviceId?: string | null
  targetKind?: string
  targetId?: string
  targetName?: string
  detail?: Record<string, unknown>
  address: string
}

export const recordAudit = async (db: Db, entry: Audit): Promise<void> => {
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      serviceId: entry.serviceId ?? entry.actor?.serviceId ?? null,
      memberId: entry.actor?.id ?? null,
      memberName: entry.actor?.name ?? '',
      action: entry.action,
      outcome: entry.outcome,
      targetKind: entry.targetKind ?? null,
      targetId: entry.targetId ?? null,
      targetName: entry.targetName ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
      address: entry.address,
    })
    .execute()
}
