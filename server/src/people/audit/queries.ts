import { sql } from 'kysely'
import type { AuditFilter, AuditPage } from '#contract'
import type { Db } from '../../platform/db/database.ts'

const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Name of the acting member; for a sign-in, which has no actor yet, of the member who signs in. */
const actorName = sql<string>`coalesce(nullif(member_name, ''), (
  select coalesce(nullif(trim(m.first_name || ' ' || m.last_name), ''), m.username) from member m
  where audit.target_kind = 'member' and m.id::text = audit.target_id), '')`

/** Name of the target, which some lines have in their detail only. */
const target = sql<string>`coalesce(target_name, detail->>'name', detail->>'created', detail->>'changed', detail->>'deleted')`

/** A page of a service's audit by keyset, so that old pages are as fast as new ones. */
export const page = async (db: Db, serviceId: string, filter: AuditFilter): Promise<AuditPage> => {
  const { startTime, endTime, member, action, outcome, find, cursor, limit } = filter
  let query = db
    .selectFrom('audit')
    .leftJoin('auditRefusal', 'auditRefusal.auditId', 'audit.id')
    .select(sql<number>`coalesce(audit_refusal.count, 1)`.as('count'))
    .select('auditRefusal.lastAt')
    .select([
      'id',
      'at',
      'memberId',
      actorName.as('memberName'),
      'action',
      'targetKind',
      'targetId',
      'targetName',
      'outcome',
    ])
    .select(['detail', 'address'])
    .where('serviceId', '=', serviceId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (startTime) query = query.where('at', '>=', startTime)
  if (endTime) query = query.where('at', '<=', endTime)
  if (member) query = query.where('memberId', '=', member)
  if (action) query = query.where('action', '=', action)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (find)
    query = query.where((eb) =>
      eb.or([eb(actorName, 'ilike', containsPattern(find)), eb(target, 'ilike', containsPattern(find))]),
    )
  if (cursor) query = query.where(sql<boolean>`(at, id) < (select at, id from audit where id = ${cursor})`)
  const rows = await query.execute()
  const shown = rows.slice(0, limit)
  return {
    entries: shown.map(({ id, at, lastAt, ...entry }) => ({
      ...entry,
      _id: id,
      at: at.toISOString(),
      lastAt: (lastAt ?? at).toISOString(),
    })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
