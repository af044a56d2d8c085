import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor, IngestKey, Sensor, SensorChange, SensorLog } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/id.ts'
import { pointText } from '../../platform/db/point.ts'
import { isoTime } from '../../platform/db/time.ts'
import { addressOfFile } from '../../platform/files/files.ts'
import { hashToken, newToken } from '../../platform/secret/tokens.ts'

const LOGS_SHOWN = 200

const summary = sql`'_id', s.id, 'serviceId', s.service_id, 'name', s.name, 'state', s.state,
  'stateAt', ${isoTime(sql`s.state_at`)}, 'isAcknowledged', s.acknowledged_at is not null,
  'createdAt', ${isoTime(sql`s.created_at`)}, 'lastReadingAt', ${isoTime(sql`s.last_reading_at`)},
  'location', case when s.location is not null then
    json_build_object('longitude', s.location[0], 'latitude', s.location[1]) end,
  'telemetry', json_build_object('name', s.telemetry_name, 'serial', s.serial, 'parameters', s.parameters)`

export const list = async (db: Db, { visibleServiceIds }: Actor): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(json_build_object(${summary}) order by lower(s.name), s.id), '[]')::text as json
    from sensor s where s.service_id = any(${visibleServiceIds as string[]}::uuid[])`.execute(db)
  return rows[0]?.json ?? '[]'
}

const logFields = sql`'id', l.id, 'datetime', ${isoTime(sql`l.at`)}, 'type', l.type, 'text', l.text,
  'state', l.state, 'previousState', l.previous_state, 'username', l.author_name,
  'params', case when l.file_id is null then l.params else json_build_array(json_build_object('url',
    (select ${addressOfFile('')} || f.token from file f where f.id = l.file_id)))::jsonb end`

const acknowledger = sql`select coalesce(nullif(btrim(m.first_name || ' ' || m.last_name), ''), m.username)
  from member m where m.id = s.acknowledged_by`

export const byId = async (db: Db, id: string): Promise<Sensor | undefined> => {
  const { rows } = await sql<{ sensor: Sensor }>`
    select json_build_object(${summary}, 'acknowledgement', case when s.state = 'ALARM' and s.acknowledged_at is not null
        then json_build_object('name', coalesce((${acknowledger}), ''), 'at', ${isoTime(sql`s.acknowledged_at`)}) end,
      'heartbeatSeconds', s.heartbeat_seconds,
      'usualIntervalSeconds', s.usual_interval_seconds,
      'logsCount', (select count(*) from sensor_log l where l.sensor_id = s.id),
      'logs', coalesce((select json_agg(n.entry) from (select json_build_object(${logFields}) as entry
        from sensor_log l where l.sensor_id = s.id order by l.at desc, l.id desc limit ${sql.lit(LOGS_SHOWN)}) n), '[]'),
      'aois', coalesce((select json_agg(json_build_object('_id', a.id, 'properties', json_build_object('name', a.name,
        'creationTime', ${isoTime(sql`a.created_at`)}, 'nonce', a.nonce::text)) order by a.name)
        from aoi_sensor i join aoi a on a.id = i.aoi_id where i.sensor_id = s.id and a.deleted_at is null), '[]')) as sensor
    from sensor s where s.id = ${id}`.execute(db)
  return rows[0]?.sensor
}

export const logById = async (db: Db, id: string): Promise<SensorLog> => {
  const { rows } = await sql<{ entry: SensorLog }>`
    select json_build_object(${logFields}) as entry from sensor_log l where l.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the entry was deleted while it was read')
  return row.entry
}

export const subject = (db: Db, id: string) =>
  db.selectFrom('sensor').select(['id', 'serviceId', 'name']).where('id', '=', id).executeTakeFirst()

export const change = async (
  db: Db,
  id: string,
  { name, device, location, heartbeatSeconds }: SensorChange,
): Promise<void> => {
  await db
    .updateTable('sensor')
    .set({
      ...(name !== undefined && { name }),
      ...(device !== undefined && { telemetryName: device || null }),
      ...(location !== undefined && { location: location && pointText(location) }),
      // Makes the next check for silence, within a second, reschedule the sensor by its new heartbeat.
      ...(heartbeatSeconds !== undefined && { heartbeatSeconds, silentAt: sql<Date>`last_received_at` }),
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

export const remove = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('sensor').where('id', '=', id).execute()
}

export const keysOf = async (db: Db, serviceId: string): Promise<IngestKey[]> => {
  const rows = await db
    .selectFrom('ingestKey')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('serviceId', '=', serviceId)
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    _id: id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Stores only the hash, so that a reader of the database cannot send readings. */
export const createKey = async (db: Db, actor: Actor, name: string) => {
  const id = newId()
  const key = `cik_${newToken()}`
  await db
    .insertInto('ingestKey')
    .values({ id, serviceId: actor.serviceId, name, keyHash: hashToken(key), createdBy: actor.id })
    .execute()
  return { _id: id, name, key }
}

export const keyById = (db: Db, id: string) =>
  db.selectFrom('ingestKey').select(['id', 'serviceId', 'name']).where('id', '=', id).executeTakeFirst()

export const removeKey = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('ingestKey').where('id', '=', id).execute()
}

export const bySerial = (db: Db, serviceId: string, serial: string) =>
  db
    .selectFrom('sensor')
    .select('id')
    .where('serviceId', '=', serviceId)
    .where('serial', '=', serial.trim())
    .executeTakeFirst()

export const keyHolder = async (db: Db, key: string) => {
  const hash = hashToken(key)
  const row = await db
    .selectFrom('ingestKey')
    .innerJoin('service', 'service.id', 'ingestKey.serviceId')
    .select(['ingestKey.id', 'ingestKey.serviceId', 'ingestKey.keyHash'])
    .where('ingestKey.keyHash', '=', hash)
    .where('service.deletedAt', 'is', null)
    .executeTakeFirst()
  if (!row || !timingSafeEqual(row.keyHash, hash)) return undefined
  return { serviceId: row.serviceId, keyId: row.id }
}

export const idsBySerial = async (
  db: Db,
  serviceId: string,
  serials: readonly string[],
): Promise<Map<string, string>> => {
  if (serials.length === 0) return new Map()
  const rows = await db
    .selectFrom('sensor')
    .select(['id', 'serial'])
    .where('serviceId', '=', serviceId)
    .where('serial', 'in', serials)
    .execute()
  return new Map(rows.map(({ id, serial }) => [serial, id]))
}
