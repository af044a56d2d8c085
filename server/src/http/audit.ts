import type { Actor } from '#contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/id.ts'

/** One line of the audit: who did, or was refused, what. */
export type Audit = {
  actor: Actor | undefined
  /** Who it turned out to be, where the request itself comes from nobody yet: at the sign-in. */
  by?: { id: string; name: string }
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
  const who = entry.actor ?? entry.by
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      serviceId: entry.serviceId ?? entry.actor?.serviceId ?? null,
      memberId: who?.id ?? null,
      memberName: who?.name ?? '',
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
