import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { PUSH } from './channel.ts'

const AT_ONCE = 1000
const KEPT_DAYS = 30

/**
 * Moves push messages enqueued by a server of the previous version that is gone. Such a server sends within seconds and
 * holds leases of two minutes, so five minutes are waited.
 */
export const adoptFormerMessages = async (db: Db): Promise<void> => {
  await sql`delete from push_message where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
  await sql`
    with former as (
      delete from push_message where id in (
        select id from push_message
        where state = 'waiting' and device_id is not null and next_attempt_at < now() - interval '5 minutes'
        limit ${AT_ONCE} for update skip locked)
      returning *)
    insert into delivery (id, channel, kind, service_id, member_id, address, group_key, payload, attempts, created_at)
    select f.id, ${PUSH}, 'notification', m.service_id, f.member_id, f.device_id::text, f.topic, f.payload, f.attempts,
      f.created_at
    from former f join member m on m.id = f.member_id`.execute(db)
}
