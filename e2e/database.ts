import { randomUUID } from 'node:crypto'
import { noWarningText, type WarningFeed, type WarningSeverity, type WarningStatus, type WarningText } from '#contract'
import { hashToken } from '../server/src/platform/secret/tokens.ts'
import { readRows } from '../trials/world/database.ts'

/** Changes rows in the tested server's database, for states that would take too long to reach. */
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

type NewWarning = {
  identifier: string
  severity: WarningSeverity
  status?: WarningStatus
  texts: Partial<WarningText>[]
  /** The coordinates of a MultiPolygon. */
  outlines: number[][][][]
}

const announceWarnings = `insert into outbox (service_id, member_ids, body)
  select service_id, '{}', jsonb_build_object('type', 'WARNINGS_UPDATED', 'serviceId', service_id) from changed`

/** Stores a warning as a check of its feed would. Returns its id. */
export const addWarning = async (
  { _id, serviceId }: WarningFeed,
  { identifier, severity, status = 'actual', texts, outlines }: NewWarning,
): Promise<string> => {
  const [corner] = outlines.flat(2)
  const id = randomUUID()
  await query(
    `with changed as (insert into warning (id, service_id, feed_id, thread_id, sender, identifier, part, source, status, severity,
       urgency, certainty, categories, responses, sent_at, effective_at, begins_at, expires_at, texts, areas, outlines,
       area_keys, replaces, place)
     values ($1, $2, $3, $1, 'duty@weather.example.org', $4, 0, 'https://warnings.example.org/1', $5, $6, 'immediate',
       'likely', '{met,safety}', '{shelter,monitor}', now(), now(), now(),
       now() + interval '8 hours', $7, '[]', $8, '{}', '{}', point($9, $10)) returning service_id)
     ${announceWarnings}`,
    [
      ...[id, serviceId, _id, identifier, status, severity],
      JSON.stringify(texts.map((text) => ({ ...noWarningText, ...text }))),
      ...[JSON.stringify(outlines), (corner?.[0] ?? 0) + 0.02, (corner?.[1] ?? 0) + 0.02],
    ],
  )
  return id
}

/** Sets the expiry of a warning to now. The server ends the warning within seconds. */
export const letWarningExpire = (id: string) => query(`update warning set expires_at = now() where id = $1`, [id])

/** Ends a warning as a cancellation in its feed would. */
export const cancelWarning = (id: string) =>
  query(
    `with changed as (update warning set ended_at = now(), end_reason = 'cancelled' where id = $1 returning service_id)
     ${announceWarnings}`,
    [id],
  )
