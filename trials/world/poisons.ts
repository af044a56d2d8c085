import type { Poison } from './poison.ts'
import { seldomReadPoisons } from './seldom-read-poisons.ts'

const oftenRead: readonly Poison[] = [
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
    set: { alert_minutes: '1440', admins_told_at: `'-infinity'`, reviewers_told_at: `'infinity'` },
    isNamed: false,
  },
  {
    name: 'what was told is null',
    table: 'reporter_contact',
    set: { told: `'null'`, checked_at: `'-infinity'` },
    isNamed: false,
  },
  {
    name: 'event received after all time',
    table: 'aoi',
    set: { received_at: `'infinity'`, updated_at: `'-infinity'` },
    where: `kind = 'event'`,
    isNamed: false,
    isQuick: true,
  },
  {
    name: 'translations that are null',
    table: 'service',
    set: { translations: `'null'` },
    isNamed: false,
    isQuick: true,
  },
  {
    name: 'notice whose deliveries are null',
    table: 'escalation_notice',
    set: { delivery_ids: 'array[null]::uuid[]', created_at: `'infinity'` },
    isNamed: false,
    isQuick: true,
  },
  {
    name: 'session that ended before all time',
    table: 'session',
    set: {},
    isNamed: false,
    add: `insert into session (id, token_hash, member_id, created_at, last_used_at, expires_at, ended_at)
      select gen_random_uuid(), gen_random_uuid()::text::bytea, id, '-infinity', '-infinity', '-infinity', '-infinity'
      from member where service_id = $1 limit 1`,
  },
  {
    name: 'invitation that expired before all time',
    table: 'invite',
    set: {},
    isNamed: false,
    add: `insert into invite (id, service_id, role_id, type, token_hash, expires_at, opened_at, form_expires_at)
      select gen_random_uuid(), $1, id, 'Operator', gen_random_uuid()::text::bytea, '-infinity', 'infinity', '-infinity'
      from role where service_id = $1 limit 1`,
  },
  {
    name: 'reading before all time',
    table: 'sensor_reading',
    set: {},
    isNamed: false,
    isQuick: true,
    key: 'reading_key',
    add: `insert into sensor_reading (sensor_id, reading_key, at, received_at, parameters)
      select id, 'R29 ' || gen_random_uuid(), '-infinity', now(), 'null' from sensor where service_id = $1 limit 1`,
  },
  {
    name: 'entry before all time',
    table: 'sensor_log',
    set: {},
    isNamed: false,
    add: `insert into sensor_log (id, sensor_id, at, type, text, params)
      select gen_random_uuid(), id, '-infinity', 'text', repeat('t', 20000), 'null' from sensor where service_id = $1 limit 1`,
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
]

export const poisons: readonly Poison[] = [...oftenRead, ...seldomReadPoisons]
