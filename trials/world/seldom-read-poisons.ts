import type { Poison } from './poison.ts'

/** Bad rows that deliveries, feeds and housekeeping read. */
export const seldomReadPoisons: readonly Poison[] = [
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
