import { setTimeout as pause } from 'node:timers/promises'
import { INGEST_KEY_HEADER, RULES_PER_SERVICE } from '#contract'
import type { Api, Member } from './api.ts'
import type { CrowdIds } from './crowded-service.ts'
import { readRows } from './database.ts'

/** `readings`: number of readings of one sensor, one every ten seconds. `rules`: number of rules on that sensor. */
export type AlarmCrowdSize = { readings: number; rules: number }

export const alarmCrowdSizes: Record<'quick' | 'whole', AlarmCrowdSize> = {
  quick: { readings: 3_000, rules: 40 },
  whole: { readings: 100_000, rules: RULES_PER_SERVICE },
}

const DAY_SECONDS = 86_400
const LEVELS = 10
const TARGETS = 50
const SERIAL = 'Crowded sensor'
const ZONES = ['Asia/Jerusalem', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
const TICKS_SECONDS = 6

type Crowd = { api: Api; folder: string; owner: Member; serviceId: string; ids: CrowdIds; ingestKey: string }

/**
 * Gives a crowded service a sensor with a long history, the largest number of rules, an escalation plan whose levels
 * name everyone, and quiet hours for each member. Returns rules to try, and functions that raise and clear an alarm of
 * each rule.
 */
export const crowdAlarms = async (crowd: Crowd, size: AlarmCrowdSize) => {
  const { api, folder, owner, serviceId, ids, ingestKey } = crowd
  const post = (path: string, body: object) => api.must(api.send('POST', path, { ...owner, body }))
  const report = (level: number) =>
    api.must(
      api.send('POST', '/sensors/ingest', {
        body: { serial: SERIAL, parameters: { level } },
        headers: { [INGEST_KEY_HEADER]: ingestKey },
      }),
    )
  await readRows(
    folder,
    `update member set phone = '+1 415 555 0100', notification_preferences = jsonb_build_object('off', '[]'::jsonb,
      'isHighLoud', false, 'quiet', jsonb_build_object('from', '00:00', 'to', '23:59', 'timeZone',
        ($2::text[])[1 + abs(hashtext(id::text)) % ${ZONES.length}]))
      where service_id = $1 and username like 'crowd.%'`,
    [serviceId, ZONES],
  )
  await report(1)
  const [sensor] = await readRows<{ id: string }>(
    folder,
    'select id from sensor where service_id = $1 and serial = $2',
    [serviceId, SERIAL],
  )
  const sensorId = sensor?.id ?? ''
  await readRows(
    folder,
    `insert into sensor_reading (sensor_id, reading_key, at, parameters)
      select $1, 'crowd ' || n, now() - n * interval '10 seconds', jsonb_build_object('level', n % 7, 'other', n)
      from generate_series(1, $2::int) n`,
    [sensorId, size.readings],
  )
  const targets = Array.from({ length: TARGETS }, (_, at) => ({
    type: 'role',
    roleId: ids.role[at % ids.role.length],
  }))
  const level = { targets, channels: ['sms', 'push', 'email'], waitSeconds: 600, repeatSeconds: 60 }
  const { _id: planId } = await post('/escalation-plans', {
    name: 'Everyone',
    levels: Array.from({ length: LEVELS }, () => level),
  })
  const rate = { type: 'rate', parameter: 'level', direction: 'rises', by: 5, withinSeconds: DAY_SECONDS }
  const above = { type: 'value', parameter: 'level', operator: 'above', enter: 3, leave: 2 }
  const on = (condition: object) => ({
    type: 'sensor',
    scope: { type: 'sensor', sensorId },
    conditions: Array.from({ length: 10 }, () => condition),
  })
  const rule = (name: string, condition: object) => ({ name, severity: 'info', planId, trigger: on(condition) })
  const raised = on({ ...above, enter: 100, leave: 50 })
  const { _id: ruleId } = await post('/rules', { ...rule('Crowded', above), trigger: raised })
  await readRows(
    folder,
    `insert into rule (id, service_id, name, severity, trigger, plan_id)
      select gen_random_uuid(), service_id, 'Crowded ' || n, severity, trigger, plan_id
      from rule, generate_series(2, $2::int) n where id = $1`,
    [ruleId, size.rules],
  )
  await readRows(folder, 'analyze sensor_reading, rule, member')
  return {
    tries: [
      { what: 'a rate within a day', body: { rule: rule('Rate', rate), sensorId } },
      { what: 'an alarm every minute', body: { rule: rule('Flapping', above), sensorId } },
    ],
    /** Raises an alarm of each rule, and waits for some ticks of the server's clock. */
    raise: async () => {
      await report(200)
      await pause(TICKS_SECONDS * 1000)
    },
    /** Ends these alarms, and waits for some ticks of the server's clock. */
    clear: async () => {
      await report(1)
      await pause(TICKS_SECONDS * 1000)
    },
    countEscalations: async () =>
      (await readRows<{ count: number }>(folder, 'select count(*)::int as count from escalation where service_id = $1', [serviceId]))[0]?.count ?? 0, // biome-ignore format: one look
  }
}
