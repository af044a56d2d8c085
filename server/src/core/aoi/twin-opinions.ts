import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Stores a reporter's claim that its report and another report of the service are of the same event. */
export const claimTwin = async (
  db: Db,
  { serviceId, aoiId, otherId }: { serviceId: string; aoiId: string; otherId: string },
): Promise<void> => {
  await sql`
    insert into twin_claim (service_id, aoi_id, other_id)
    select ${serviceId}, ${aoiId}, o.id from aoi o
    where o.id = ${otherId} and o.service_id = ${serviceId} and o.kind = 'event' and o.id <> ${aoiId}
    on conflict do nothing`.execute(db)
}

/** Marks events of the service as different from this one. Ids of other services are ignored. */
export const dismissTwins = async (
  db: Db,
  { serviceId, aoiId, by }: { serviceId: string; aoiId: string; by: string | null },
  otherIds: readonly string[],
): Promise<void> => {
  await sql`
    insert into twin_dismissal (service_id, aoi_id, other_id, dismissed_by)
    select ${serviceId}, least(o.id, ${aoiId}::uuid), greatest(o.id, ${aoiId}::uuid), ${by} from aoi o
    where o.id = any(${otherIds as string[]}::uuid[]) and o.service_id = ${serviceId} and o.kind = 'event'
      and o.id <> ${aoiId}
    on conflict do nothing`.execute(db)
}
