import { readRows } from './database.ts'

/** A bad row. If `isNamed`, the job cannot process the row and must list it; otherwise the job must process the row. */
export type Poison = {
  name: string
  table: string
  set: Record<string, string>
  where?: string
  add?: string
  /** Column that identifies an added row, if not `id`. */
  key?: string
  isNamed: boolean
  isQuick?: true
}

export const poisons: readonly Poison[] = [
  { name: 'trigger of a newer version', table: 'rule', set: { trigger: `'{"type": "oracle"}'` }, isNamed: true },
  { name: 'null in a trigger', table: 'rule', set: { trigger: `trigger || '{"conditions": [null]}'` }, isNamed: true },
  { name: 'longest name of a rule', table: 'rule', set: { name: `repeat('y', 200)` }, isNamed: false },
  {
    name: 'since before all time',
    table: 'rule_state',
    set: { since: `'-infinity'`, due_at: 'now()', phase: `'pending'` },
    isNamed: false,
  },
  { name: 'longest name of a sensor', table: 'sensor', set: { name: `repeat('s', 200)` }, isNamed: false },
  {
    name: 'parameters that are null',
    table: 'sensor',
    set: { parameters: `'null'`, silent_at: 'now()' },
    isNamed: false,
  },
  {
    name: 'longest heartbeat',
    table: 'sensor',
    set: { heartbeat_seconds: '2147483647', silent_at: 'now()' },
    isNamed: false,
  },
  {
    name: 'explanation of a newer version',
    table: 'alarm',
    isNamed: true,
    isQuick: true,
    set: { explanation: `'{"conditions": [null]}'`, event_due_at: 'now()' },
    where: 'event_id is not null',
  },
  {
    name: 'channel of a newer version',
    table: 'escalation',
    set: { levels: `'[{"channels": ["telepathy"]}]'`, climb_at: 'now()' },
    isNamed: true,
  },
  { name: 'levels that are null', table: 'escalation', set: { levels: `'null'`, climb_at: 'now()' }, isNamed: true },
  {
    name: 'largest number of notices',
    table: 'escalation',
    isNamed: true,
    isQuick: true,
    set: { notices: '2147483647', climb_at: 'now()', phase: `'climbing'`, level: '-1' },
  },
  {
    name: 'plan of a newer version',
    table: 'escalation_plan',
    set: { levels: `'[{"targets": [{"type": "satellite"}]}]'` },
    isNamed: true,
  },
  { name: 'removed time zone', table: 'rota', set: { time_zone: `'Mars/Olympus'` }, isNamed: true },
  { name: 'day that never was', table: 'rota', set: { starts_on: `'2026-99-99'` }, isNamed: false },
  {
    name: 'preferences of a newer version',
    table: 'member',
    set: { notification_preferences: `'{"quiet": 7}'` },
    isNamed: false,
  },
  { name: 'deleted member', table: 'member', set: { deleted_at: 'now()' }, where: `type = 'Operator'`, isNamed: false },
  {
    name: 'largest number of attempts',
    table: 'delivery',
    set: { attempts: '2147483647', state: `'waiting'`, next_attempt_at: 'now()' },
    isNamed: false,
    isQuick: true,
  },
  {
    name: 'payload that is null',
    table: 'delivery',
    set: { payload: `'null'`, state: `'waiting'`, next_attempt_at: 'now()' },
    isNamed: false,
  },
  {
    name: 'address of no webhook',
    table: 'delivery',
    set: { channel: `'webhook'`, address: `'nowhere'`, state: `'waiting'`, next_attempt_at: 'now()' },
    isNamed: true,
    isQuick: true,
  },
  {
    name: 'channel that nobody knows',
    table: 'delivery',
    set: { channel: `'telepathy'`, state: `'waiting'`, next_attempt_at: 'now()' },
    isNamed: false,
  },
  {
    name: 'longest patience',
    table: 'review_setting',
    set: { alert_minutes: '2147483647', admins_told_at: 'now()' },
    isNamed: false,
  },
  {
    name: 'what was told is null',
    table: 'reporter_contact',
    set: { told: `'null'`, checked_at: `'-infinity'` },
    isNamed: false,
  },
  {
    name: 'kind of a newer version',
    table: 'notification',
    set: {},
    isNamed: true,
    add: `insert into notification (service_id, kind, aoi_id, texts, created_at)
      select service_id, 'dreamt', id, '{}', now() - interval '1 hour' from aoi where service_id = $1 limit 1`,
  },
  {
    name: 'texts that are null',
    table: 'notification',
    set: {},
    isNamed: false,
    add: `insert into notification (service_id, kind, aoi_id, texts)
      select service_id, 'created', id, 'null' from aoi where service_id = $1 limit 1`,
  },
  {
    name: 'long on a channel that nobody knows',
    table: 'delivery',
    set: {},
    isNamed: true,
    add: `insert into delivery (id, channel, kind, service_id, payload, next_attempt_at)
      values (gen_random_uuid(), 'telepathy', 'notification', $1, '{}', now() - interval '1 hour')`,
  },
  {
    name: 'end of all time',
    table: 'mute',
    set: {},
    isNamed: false,
    add: `insert into mute (id, service_id, target_type, until, reason) values (gen_random_uuid(), $1, 'all', 'infinity', 'x')`,
  },
  {
    name: 'mute of what is gone',
    table: 'mute',
    set: {},
    isNamed: false,
    add: `insert into mute (id, service_id, target_type, target_id, until, reason)
      values (gen_random_uuid(), $1, 'rule', gen_random_uuid(), now() + interval '1 hour', 'x')`,
  },
  {
    name: 'largest number of tries',
    table: 'sensor_media_job',
    set: {},
    isNamed: false,
    add: `insert into sensor_media_job (id, sensor_id, service_id, url, at, tries)
      select gen_random_uuid(), id, service_id, 'http://127.0.0.1:9/', now(), 2147483647 from sensor where service_id = $1 limit 1`,
  },
  {
    name: 'events that are null',
    table: 'webhook',
    set: {},
    isNamed: false,
    isQuick: true,
    add: `insert into webhook (id, service_id, url, events) values (gen_random_uuid(), $1, 'nowhere', array[null, 'dreamt'])`,
  },
  {
    name: 'subscription of no browser',
    table: 'push_device',
    set: {},
    isNamed: false,
    add: `insert into push_device (id, member_id, endpoint, subscription)
      select gen_random_uuid(), id, 'nowhere ' || gen_random_uuid(), '[7]' from member where service_id = $1 limit 1`,
  },
  {
    name: 'draft that is null',
    table: 'held_report',
    set: {},
    isNamed: false,
    add: `insert into held_report (id, service_id, is_anonymous, event_type_id, draft, nonce, content_hash, questions, waiting_since)
      select gen_random_uuid(), $1, true, id, 'null', 7, '\\x07', '{}', '-infinity' from event_type where service_id = $1 limit 1`,
  },
  {
    name: 'feed of a newer version',
    table: 'warning_feed',
    set: {},
    isNamed: true,
    add: `insert into warning_feed (id, service_id, name, url, interval_minutes, shows_tests, kept, is_enabled, documents)
      values (gen_random_uuid(), $1, 'R29', 'nowhere', 1, false, '{"severity": 7}', true, '[null]')`,
  },
  {
    name: 'warning that is nowhere',
    table: 'warning',
    set: {},
    isNamed: false,
    add: `with feed as (insert into warning_feed (id, service_id, name, url, interval_minutes, shows_tests, kept, is_enabled)
        values (gen_random_uuid(), $1, 'R29', 'http://127.0.0.1:9/', 1440, false, '{}', false) returning id)
      insert into warning (id, service_id, feed_id, thread_id, sender, identifier, part, source, status, severity, urgency,
        certainty, categories, responses, sent_at, effective_at, begins_at, expires_at, texts, areas, area_keys, replaces)
      select gen_random_uuid(), $1, id, gen_random_uuid(), 's', 'i', 0, 'x', 'actual', 'extreme', 'dreamt', 'dreamt', '{}', '{}',
        '-infinity', '-infinity', '-infinity', 'infinity', 'null', 'null', array[null], array[null] from feed`,
  },
  {
    name: 'abandoned import of a newer version',
    table: 'import',
    set: {},
    isNamed: false,
    add: `insert into import (id, service_id, state, columns, mapping, created_at, worked_at)
      values (gen_random_uuid(), $1, 'running', 'null', '[7]', '-infinity', '-infinity')`,
  },
  {
    name: 'token that expired before all time',
    table: 'api_token',
    set: {},
    isNamed: false,
    add: `insert into api_token (id, service_id, creator_id, name, token_hash, scopes, expires_at)
      select gen_random_uuid(), $1, id, repeat('t', 300), gen_random_uuid()::text::bytea, array[null, 'dreamt'], '-infinity'
      from member where service_id = $1 limit 1`,
  },
  {
    name: 'alarm that ended before all time, for housekeeping',
    table: 'alarm',
    set: {},
    isNamed: false,
    add: `insert into alarm (id, service_id, kind, rule_name, severity, sets_area_status, began_at, raised_at, ended_at, explanation)
      values (gen_random_uuid(), $1, 'alarm', repeat('y', 300), 'high', false, '-infinity', '-infinity', '-infinity', 'null')`,
  },
  {
    name: 'text that is a list',
    table: 'reporter_text',
    set: {},
    isNamed: false,
    key: 'name',
    add: `insert into reporter_text (service_id, name, texts) values ($1, 'dreamt', '["en"]')`,
  },
  {
    name: 'deleted role of a plan',
    table: 'escalation_plan',
    set: {
      levels: `'[{"targets": [{"type": "role", "roleId": "00000000-0000-7000-8000-000000000000"}], "channels": ["sms"],
        "waitSeconds": 60, "repeatSeconds": null}]'`,
    },
    isNamed: false,
  },
  {
    name: 'deleted role of a member',
    table: 'member',
    set: { role_id: 'null' },
    where: `type = 'Operator'`,
    isNamed: false,
  },
]

/**
 * Makes one bad row in the service. Returns its id, which is undefined if no row fits, and a function that restores the
 * previous state. Throws if a constraint refuses the row.
 */
export const poison = async (
  folder: string,
  { table, set, where = 'true', add, key: own = 'id' }: Poison,
  serviceId: string,
) => {
  if (add) {
    const [row] = await readRows<{ id: string }>(folder, `${add} returning ${own}::text as id`, [serviceId])
    const undo = async () => void (await readRows(folder, `delete from ${table} where ${own}::text = $1`, [row?.id]))
    return { id: row?.id, undo }
  }
  const key = ['review_setting', 'reporter_contact', 'rule_state'].includes(table) ? 'ctid' : 'id'
  const id =
    table === 'review_setting'
      ? 'service_id'
      : table === 'reporter_contact'
        ? 'visitor_id'
        : table === 'rule_state'
          ? 'sensor_id'
          : 'id'
  const columns = Object.keys(set)
  const found = `select ctid as place, ${id}::text as id, ${columns.map((column) => `${column}::text as "${column}"`).join(', ')}
    from ${table} where service_id = $1 and (${where}) order by ${key === 'ctid' ? id : 'id'} desc limit 1`
  const [row] = await readRows<Record<string, string | null>>(folder, found, [serviceId])
  if (!row) return { id: undefined, undo: async () => {} }
  const assign = Object.entries(set).map(([column, value]) => `${column} = ${value}`)
  await readRows(folder, `update ${table} set ${assign.join(', ')} where ${id}::text = $1`, [row.id])
  const types = await readRows<{ name: string; type: string }>(
    folder,
    `select column_name as name, udt_name as type from information_schema.columns where table_name = $1`,
    [table],
  )
  const typeOf = (column: string) => types.find(({ name }) => name === column)?.type ?? 'text'
  const back = columns.map((column, index) => `${column} = $${index + 2}::${typeOf(column)}`)
  return {
    id: row.id,
    undo: async () =>
      void (await readRows(folder, `update ${table} set ${back.join(', ')} where ${id}::text = $1`, [
        row.id,
        ...columns.map((column) => row[column]),
      ])),
  }
}
