import { join } from 'node:path'
import pg from 'pg'
import { cohesion } from '../server/src/platform/db/embedded-cluster.ts'
import { socketConnection } from '../server/src/platform/db/embedded-lock.ts'
import { readPostmaster } from '../server/src/platform/db/embedded-process.ts'
import { hashToken } from '../server/src/platform/secret/tokens.ts'

/** Queries the tested server's database, to change what otherwise takes time. */
const query = async (text: string, values: unknown[]): Promise<number> => {
  const postmaster = readPostmaster(join(process.env.E2E_DATA ?? '', 'postgres'))
  if (!postmaster) throw new Error('the database of the stories does not run')
  const client = new pg.Client(socketConnection(postmaster.socketFolder, cohesion))
  await client.connect()
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

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

/** Makes a link older by this many minutes. */
export const makeInviteOlder = async (link: string, minutes: number): Promise<void> => {
  const token = new URL(link).searchParams.get('token') ?? ''
  const changed = await query(
    `update invite set created_at = created_at - make_interval(mins => $2), expires_at = expires_at - make_interval(mins => $2)
     where token_hash = $1`,
    [hashToken(token), minutes],
  )
  if (changed !== 1) throw new Error('there is no such invitation')
}
