import { hashToken } from '../server/src/platform/secret/tokens.ts'
import { readRows } from '../trials/world/database.ts'

/** Queries the tested server's database, to change what otherwise takes time. */
const query = (text: string, values: unknown[]) => readRows(process.env.E2E_DATA ?? '', text, values)

/** Adds reports to a review queue, more than visitors may send in an hour. */
export const holdManyReports = async (typeId: string, count: number): Promise<void> => {
  await query(
    `insert into held_report (id, service_id, is_anonymous, event_type_id, draft, nonce, content_hash, received_at)
     select gen_random_uuid(), t.service_id, true, t.id, jsonb_build_object('name', 'Report ' || i, 'type', 'default',
       'description', '', 'forSensors', false, 'startCoordinates', json_build_object('lng', i / 10.0, 'lat', 0, 'altitude', 1),
       'publicAction', json_build_object('publicActionId', t.id::text, 'fields', '[]'::json)), i, '\\x00',
       now() + make_interval(secs => i / 1000.0)
     from event_type t, generate_series(1, $2::int) i where t.id = $1`,
    [typeId, count],
  )
}

export const makeInviteOlder = async (link: string, minutes: number): Promise<void> => {
  const token = new URL(link).searchParams.get('token') ?? ''
  const changed = await query(
    `update invite set created_at = created_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
     where token_hash = $1 returning id`,
    [hashToken(token), minutes],
  )
  if (changed.length !== 1) throw new Error('there is no such invitation')
}
