/**
 * Writes the fixture of a release: the demo, and a row in every table that the demo leaves empty, as JSON by table,
 * with the names of the migrations that made the schema. Also writes the paths and problem codes of the released API.
 * Run once for each release, at its commit: `npm run fixture -- 0.2`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { allEndpoints, problems } from '../contract/src/index.ts'
import { fillDemo } from '../server/src/demo/fill.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'

const version = process.argv[2]
if (!version || !/^\d+\.\d+$/.test(version)) throw new Error('name the release: npm run fixture -- 0.2')
const target = resolve(import.meta.dirname, `../server/src/platform/db/fixtures/${version}.json.gz`)

const rest = `
  insert into file (id, token, service_id, kind, mime, bytes)
    select gen_random_uuid(), 'fixture-file-token-000000', id, 'image', 'image/webp', 1 from service limit 1;
  insert into notice (id, text) values (gen_random_uuid(), 'Maintenance tonight');
  insert into secret (name, value) values ('fixture', '{"key": 1}') on conflict do nothing;
  insert into session (id, token_hash, member_id, expires_at) select gen_random_uuid(), '\\x01', id, now() from member limit 1;
  insert into known_device (token_hash, member_id) select '\\x02', id from member limit 1;
  insert into invite (id, service_id, role_id, type, token_hash, expires_at)
    select gen_random_uuid(), service_id, id, 'Operator', '\\x03', now() from role limit 1;
  insert into reentry_link (id, member_id, token_hash, expires_at) select gen_random_uuid(), id, '\\x04', now() from member limit 1;
  insert into push_device (id, member_id, session_id, endpoint, subscription)
    select gen_random_uuid(), member_id, id, 'https://push.example/1', '{}' from session limit 1;
  insert into push_message (id, member_id, device_id, payload) select gen_random_uuid(), member_id, id, '{}' from push_device;
  insert into delivery (id, channel, kind, member_id, payload) select gen_random_uuid(), 'push', 'updated', member_id, '{}' from push_device;
  insert into email_confirmation (member_id, id, email, token_hash, expires_at)
    select id, gen_random_uuid(), 'dana@example.org', '\\x07', now() from member limit 1;
  insert into calendar_feed (id, member_id, token_hash) select gen_random_uuid(), id, '\\x05' from member limit 1;
  insert into ingest_key (id, service_id, name, key_hash) select gen_random_uuid(), id, 'Gateway', '\\x06' from service limit 1;
  insert into sensor_media_job (id, sensor_id, url, at) select gen_random_uuid(), id, 'https://example.org/a.mp3', now() from sensor limit 1;
  insert into outbox (service_id, body) select id, '{"type": "SETTINGS_UPDATED"}' from service limit 1;
  insert into audit (id, action) values (gen_random_uuid(), 'service.create');
  insert into audit_refusal (fingerprint, hour, audit_id) select 'fixture', now(), id from audit limit 1;
  insert into attempt (charge_id, budget, at, expires_at) values (gen_random_uuid(), 'account:dana', now(), now());
  insert into notification (kind, aoi_id, texts) select 'updated', id, '{}' from aoi limit 1;
  insert into presence (member_id, last_seen_at, is_told_online) select id, now(), true from member limit 1;
  insert into refusal (service_id, hour, kind, count) select id, now(), 'session', 3 from service limit 1;
  insert into second_factor (member_id, secret, confirmed_at) select id, 'sealed', now() from member limit 1;
  insert into recovery_code (member_id, code_hash) select member_id, '\\x08' from second_factor;
  insert into sign_in_ticket (token_hash, member_id, expires_at) select '\\x09', member_id, now() from second_factor;
  insert into starter_item (service_id, set_name, kind, item_id) select service_id, 'city', 'role', id from role limit 1;
  insert into rule (id, service_id, name, severity, trigger) select gen_random_uuid(), service_id, 'High water', 'high',
    '{"type": "sensor", "scope": {"type": "all"}, "match": "all", "conditions": [{"type": "value", "parameter": "level", "direction": "above", "enter": 3.2}]}'
    from sensor limit 1;
  insert into rule_state (rule_id, sensor_id, phase, since) select rule.id, sensor.id, 'alarm', now()
    from rule, lateral (select id from sensor limit 1) sensor;
  insert into alarm (id, service_id, kind, rule_id, rule_name, severity, sets_area_status, sensor_id, began_at, raised_at)
    select gen_random_uuid(), rule.service_id, 'alarm', rule.id, name, severity, true, sensor_id, now(), now()
    from rule join rule_state on rule_id = rule.id;
  insert into mute (id, service_id, target_type, until, reason) select gen_random_uuid(), service_id, 'all', now(), 'Test' from rule;
  insert into rule_listening (seen_at, since) values (now(), now()) on conflict do nothing;
  insert into webhook (id, service_id, url, events) select gen_random_uuid(), id, 'https://example.org/hook', '{alarm}' from service limit 1;
  insert into escalation (id, service_id, rule_id, rule_name, severity, plan_name, levels, phase, level, rounds, notices, began_at)
    select gen_random_uuid(), service_id, id, name, severity, 'Nights', '[]', 'climbing', 0, 0, 0, now() from rule limit 1;
  insert into escalation_notice (id, service_id, member_id, token_hash)
    select gen_random_uuid(), service_id, id, '\\x0a' from member limit 1;
  insert into escalation_receiver (escalation_id, number, member_id, notice_id, at)
    select e.id, 1, n.member_id, n.id, now() from escalation e, escalation_notice n limit 1;
  insert into rota_swap (rota_id, week, member_id) select rota.id, '2026-11-15', member.id from rota, member limit 1;
  insert into twin_dismissal (service_id, aoi_id, other_id)
    select a.service_id, a.id, b.id from aoi a join aoi b on b.service_id = a.service_id and a.id < b.id limit 1;
  insert into review_setting (service_id) select id from service on conflict do nothing;
  insert into reporter_text (service_id, name, texts) select id, 'received', '{"en": "Thank you"}' from service limit 1;
  insert into reporter_contact (visitor_id, service_id, email, language, token_hash)
    select id, service_id, 'noa@example.org', 'en', '\\x0b' from visitor limit 1;
  insert into replica_heartbeat (server_id, beat) values (gen_random_uuid(), gen_random_uuid());
  insert into server_hour (hour, requests, failures, total_ms) values (now(), 10, 1, 52.5);
  insert into failed_request (at, id, method, path, code) values (now(), '7f3a21bc', 'GET', '/api/cohesion/aoi', 'unknownServerError');
  insert into job (name, last_at, problems) values ('housekeeping', now(), '{}');
  delete from sensor_reading r where exists (
    select from sensor_reading n where n.sensor_id = r.sensor_id and n.reading_key > r.reading_key)`

const folder = join(tmpdir(), `cohesion-fixture-${process.pid}`)
const postgres = await startEmbedded(folder, { isDurable: false })
const { db, pool, close } = openDatabase(postgres.connection)
try {
  await migrateToLatest(db)
  await fillDemo(db, new Date('2026-11-16T08:00:00Z'))
  for (const statement of rest.split(';\n')) await pool.query(statement)
  const names = await pool.query(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%' order by 1`)
  const tables: Record<string, unknown[]> = {}
  for (const { name } of names.rows) {
    const { rows } = await pool.query(`select to_jsonb(t)::text as row from ${name} t order by 1`)
    if (rows.length === 0) console.warn(`the table ${name} is empty`)
    tables[name] = rows.map(({ row }) => JSON.parse(row))
  }
  const applied = await pool.query('select name from kysely_migration order by 1')
  const fixture = { version, migrations: applied.rows.map(({ name }) => name), tables }
  mkdirSync(resolve(target, '..'), { recursive: true })
  writeFileSync(target, gzipSync(JSON.stringify(fixture), { level: 9 }))
  const calls = allEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:\w+/g, '{}')}`)
  const api = { version, calls: [...new Set(calls)].sort(), problems: Object.keys(problems).sort() }
  writeFileSync(resolve(import.meta.dirname, '../tests/released-api.json'), `${JSON.stringify(api, null, 2)}\n`)
  console.log(`${target}: ${Object.keys(tables).length} tables`)
} finally {
  await close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
