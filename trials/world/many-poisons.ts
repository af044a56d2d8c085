import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { INGEST_KEY_HEADER } from '#contract'
import type { AlarmScene, Site } from './alarm-scene.ts'
import { type Api, addEventType, type Member, reportForm } from './api.ts'
import { databaseUrl, readRows } from './database.ts'

const NAME = { event: 300, rule: 200, sensor: 200 }
const LARGEST = 1e308

/**
 * Creates objects with the largest names and numbers that the API accepts: an event under a rule on events, a sensor
 * under a rule on rates, and the largest and smallest number as readings of this sensor.
 */
export const poisonByApi = async ({ api, folder }: Site, { member, key }: AlarmScene, name: string) => {
  const failed: string[] = []
  const send = async (what: string, method: string, path: string, body: unknown) => {
    const { status, text } = await api.send(method, path, { ...member, body })
    if (status !== 200) failed.push(`${what} was answered ${status} ${text.slice(0, 200)}`)
    return status === 200 ? JSON.parse(text) : {}
  }
  const long = (length: number) => name.padEnd(length, 'y')
  const eventTypeId = await addEventType(api, member, name)
  const rule = { severity: 'high', event: { eventTypeId } }
  const watching = await send('a rule on events', 'POST', '/rules', {
    ...rule,
    name: long(NAME.rule),
    trigger: { type: 'unattended', eventTypeIds: [eventTypeId], seconds: 1 },
  })
  await send('an event', 'POST', '/aoi', reportForm(eventTypeId, { name: long(NAME.event) }))
  const conditions = [
    { type: 'rate', parameter: 'level', direction: 'rises', by: 1, withinSeconds: 86_400 },
    { type: 'rate', parameter: 'level', direction: 'falls', by: 1, withinSeconds: 86_400 },
  ]
  const rates = await send('a rule on rates', 'POST', '/rules', {
    ...rule,
    name: long(NAME.rule - 1),
    trigger: { type: 'sensor', scope: { type: 'all' }, match: 'any', conditions },
  })
  for (const level of [LARGEST, -LARGEST, LARGEST]) {
    const body = { serial: long(NAME.sensor), parameters: { level }, location: [34.8, 32.1] }
    const { status, text } = await api.send('POST', '/sensors/ingest', { body, headers: { [INGEST_KEY_HEADER]: key } })
    // The server may refuse such a number as well as store it.
    if (status !== 200 && status !== 400)
      failed.push(`a reading of ${level} was answered ${status} ${text.slice(0, 200)}`)
  }
  return {
    failed,
    undo: async () =>
      void (await readRows(folder, 'delete from rule where id = any($1::uuid[])', [
        [watching._id, rates._id].filter(Boolean),
      ])),
  }
}

/** Makes `count` bad rows in several tables at once. */
export const poisonMany = async (folder: string, serviceId: string, count: number) => {
  const add = (text: string) =>
    readRows<{ id: string }>(folder, `${text} returning id::text`, [serviceId, Math.ceil(count / 3)])
  const rules = await add(`insert into rule (id, service_id, name, severity, trigger)
    select gen_random_uuid(), $1, 'Bad ' || n, 'high', '{"type": "unattended", "seconds": "soon"}' from generate_series(1, $2::int) n`)
  const escalations =
    await add(`insert into escalation (id, service_id, rule_name, severity, plan_name, levels, phase, level,
      rounds, notices, began_at, climb_at)
    select gen_random_uuid(), $1, 'Bad ' || n, 'high', 'Plan', '[{"channels": ["telepathy"]}]', 'climbing', -1, 0, 0, now(), now()
    from generate_series(1, $2::int) n`)
  await readRows(
    folder,
    `insert into alarm (id, service_id, kind, rule_name, severity, sets_area_status, began_at, raised_at, escalation_id)
      select gen_random_uuid(), $1, 'alarm', 'Bad', 'high', false, now(), now(), id from unnest($2::uuid[]) id`,
    [serviceId, escalations.map(({ id }) => id)],
  )
  const deliveries =
    await add(`insert into delivery (id, channel, kind, service_id, payload, address, is_urgent, next_attempt_at)
    select gen_random_uuid(), 'webhook', 'alarmNotice', $1, 'null', 'nowhere', true, now() from generate_series(1, $2::int) n`)
  const remove = (table: string, rows: readonly { id: string }[]) =>
    readRows(folder, `delete from ${table} where id = any($1::uuid[])`, [rows.map(({ id }) => id)])
  return {
    undo: async () => {
      await remove('rule', rules)
      await remove('delivery', deliveries)
      await readRows(folder, 'delete from alarm where escalation_id = any($1::uuid[])', [
        escalations.map(({ id }) => id),
      ])
      await remove('escalation', escalations)
    },
  }
}

/**
 * Locks the rows of a service that jobs process, as a slow transaction would. Returns a function that releases the
 * lock.
 */
export const lockRows = async (folder: string, serviceId: string, ms: number): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: databaseUrl(folder) })
  await client.connect()
  await client.query('begin')
  for (const table of ['rule', 'sensor', 'alarm', 'escalation', 'delivery', 'member', 'rota', 'held_report'])
    await client.query(`select from ${table} where service_id = $1 for update`, [serviceId])
  // The lock also ends after `ms`, so that a job that waits for the rows can finish.
  const timer = setTimeout(() => void client.query('rollback').catch(() => {}), ms)
  return async () => {
    clearTimeout(timer)
    await client.query('rollback')
    await client.end()
  }
}

const run = promisify(execFile)

/** Returns the bad rows that the status page or the doctor does not list. */
export const unshown = async (
  { api, folder, owner }: { api: Api; folder: string; owner: Member },
  rows: readonly { id: string | null; name: string }[],
): Promise<string[]> => {
  const status = await api.send('GET', '/status', owner)
  const doctor = await run(process.execPath, [join('scripts', 'doctor.ts')], {
    env: { ...process.env, COHESION_DATA: folder, DATABASE_URL: databaseUrl(folder) },
  }).catch((error: { stdout?: string; stderr?: string }) => ({
    stdout: error.stdout ?? '',
    stderr: error.stderr ?? '',
  }))
  const isNamed = /Jobs cannot process these rows/.test(doctor.stdout + doctor.stderr)
  return [
    ...rows.filter(({ id }) => !status.text.includes(String(id))).map(({ name }) => `${name}: not on the status page`),
    ...(rows.length > 0 && !isNamed ? [`the doctor does not name ${rows.map(({ name }) => name).join(', ')}`] : []),
  ]
}
