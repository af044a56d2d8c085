import { setTimeout as pause } from 'node:timers/promises'
import { startSmsGateway } from '../server/src/testing/sms-gateway.ts'
import { failureList, type Trial } from './trial.ts'
import { addAlarmScene, reportLevel, type Site } from './world/alarm-scene.ts'
import { readRows } from './world/database.ts'
import { checkOutRelease, RELEASE, startRelease } from './world/released-version.ts'
import { trialResources } from './world/resources.ts'
import { strain } from './world/restarts.ts'
import { startSecondServer } from './world/second-server.ts'
import { addService } from './world/second-service.ts'
import { noRequestLimits, startTrialServer } from './world/server.ts'

/** An alarm's message is due within a tick of the clock; this much later is late. */
const TOLERANCE_MS = 2_000
const TICK_MS = 1_000
const POLL_MS = 25
/** Each look at the database opens a connection. */
const ROWS_POLL_MS = 200
const GIVE_UP_MS = 60_000
/** Jobs that name a row run every minute at the latest. */
const NAMED_MS = 75_000
/** Retries after 10 s, 20 s, 40 s… */
const mostAttempts = (seconds: number) => 2 + Math.ceil(Math.log2(1 + seconds / 10))

/**
 * A stored value that breaks a job. If `isNamed`, the row must be listed; otherwise the job must work despite the row.
 */
type Poison = {
  name: string
  table: string
  set: Record<string, string>
  where?: string
  add?: string
  isNamed: boolean
  isQuick?: true
}

const poisons: readonly Poison[] = [
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
    ...{ name: 'explanation of a newer version', table: 'alarm', isNamed: true, isQuick: true },
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
    ...{ name: 'largest number of notices', table: 'escalation', isNamed: true, isQuick: true },
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
    ...{ name: 'kind of a newer version', table: 'notification', set: {}, isNamed: true },
    add: `insert into notification (service_id, kind, aoi_id, texts, created_at)
      select service_id, 'dreamt', id, '{}', now() - interval '1 hour' from aoi where service_id = $1 limit 1`,
  },
  {
    ...{ name: 'texts that are null', table: 'notification', set: {}, isNamed: false },
    add: `insert into notification (service_id, kind, aoi_id, texts)
      select service_id, 'created', id, 'null' from aoi where service_id = $1 limit 1`,
  },
  {
    ...{ name: 'long on a channel that nobody knows', table: 'delivery', set: {}, isNamed: true },
    add: `insert into delivery (id, channel, kind, service_id, payload, next_attempt_at)
      values (gen_random_uuid(), 'telepathy', 'notification', $1, '{}', now() - interval '1 hour')`,
  },
  {
    ...{ name: 'end of all time', table: 'mute', set: {}, isNamed: false },
    add: `insert into mute (id, service_id, target_type, until, reason) values (gen_random_uuid(), $1, 'all', 'infinity', 'x')`,
  },
  {
    ...{ name: 'mute of what is gone', table: 'mute', set: {}, isNamed: false },
    add: `insert into mute (id, service_id, target_type, target_id, until, reason)
      values (gen_random_uuid(), $1, 'rule', gen_random_uuid(), now() + interval '1 hour', 'x')`,
  },
  {
    ...{ name: 'largest number of tries', table: 'sensor_media_job', set: {}, isNamed: false },
    add: `insert into sensor_media_job (id, sensor_id, service_id, url, at, tries)
      select gen_random_uuid(), id, service_id, 'http://127.0.0.1:9/', now(), 2147483647 from sensor where service_id = $1 limit 1`,
  },
]

const waitForRow = async (folder: string, text: string, values: unknown[], ms: number): Promise<number | undefined> => {
  const begun = performance.now()
  while (performance.now() - begun < ms) {
    if ((await readRows(folder, text, values)).length > 0) return performance.now() - begun
    await pause(ROWS_POLL_MS)
  }
  return undefined
}

/**
 * Puts one bad row into the service. Returns its id and a function that restores the row's values, or undefined if a
 * constraint refuses the row.
 */
const poison = async (folder: string, { table, set, where = 'true', add }: Poison, serviceId: string) => {
  if (add) {
    const [row] = await readRows<{ id: string }>(folder, `${add} returning id::text`, [serviceId])
    const undo = async () => void (await readRows(folder, `delete from ${table} where id::text = $1`, [row?.id]))
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

export const trial: Trial = {
  id: 'R29',
  title: 'One bad row at a time in the tables that jobs read: alarms of other services arrive on time',
  run: async ({ isQuick }) => {
    const failures = failureList()
    const gateway = await startSmsGateway()
    trialResources.add(gateway.close)
    const environment = { ...noRequestLimits, COHESION_SMS_GATEWAY_URL: gateway.url }
    const late: number[] = []
    let [named, refused, tried] = [0, 0, 0]

    const attack = async (site: Site, servers: string) => {
      const { api, folder } = site
      const technician = await api.signIn('technician')
      const profile = await api.must(api.send('GET', '/user/profile', technician))
      const victim = await addAlarmScene(site, technician, profile._id, `R29 bad ${servers}`)
      const other = await addService(api, technician)
      const { _id: operatorId } = await api.must(api.send('GET', '/user/profile', other.operator))
      const witness = await addAlarmScene(site, other.technician, operatorId, `R29 good ${servers}`)
      const { _id: planId } = await api.must(
        api.send('POST', '/rotas', {
          ...technician,
          body: {
            ...{ name: victim.name, memberIds: [profile._id], startsOn: '2026-03-01' },
            ...{ handoverAt: '08:00', timeZone: 'UTC', swaps: [] },
          },
        }),
      )
      if (!planId) failures.add('the rota was not made')
      const open = `select from alarm where rule_id = $1 and ended_at is null and escalation_id is not null`
      await reportLevel(api, victim, 4)
      await waitForRow(folder, open, [victim.ruleId], GIVE_UP_MS)

      const messages = () =>
        gateway.messages().filter(({ textMessage }) => textMessage.text.includes(witness.name)).length
      /** Raises the alarm of the other service; its text message must be sent on time. */
      const raise = async (poisonName: string) => {
        const before = messages()
        const begun = performance.now()
        await reportLevel(api, witness, 4)
        while (messages() === before && performance.now() - begun < GIVE_UP_MS) await pause(POLL_MS)
        const tookMs = Math.round(performance.now() - begun)
        late.push(tookMs)
        if (tookMs > (TICK_MS + TOLERANCE_MS) * strain())
          failures.add(`${servers}: ${poisonName}: the message took ${tookMs} ms`)
        await reportLevel(api, witness, 1)
        await waitForRow(folder, `select 1 where not exists (${open})`, [witness.ruleId], GIVE_UP_MS)
        await waitForRow(
          folder,
          `select 1 where not exists (select from escalation where rule_id = $1 and phase <> 'ended')`,
          [witness.ruleId],
          GIVE_UP_MS,
        )
      }

      const chosen = poisons.filter((each) => !isQuick || each.isQuick)
      /** Undefined if a constraint refuses the row or no row can be poisoned. */
      const spoil = async (one: Poison) => {
        const bad = await poison(folder, one, victim.serviceId).catch(() => undefined)
        return bad?.id === undefined ? undefined : { ...bad, id: bad.id }
      }
      const checkAttempts = async (what: string, begun: number) => {
        const [row] = await readRows<{ attempts: number }>(folder, 'select max(attempts) as attempts from quarantine')
        if ((row?.attempts ?? 0) > mostAttempts((performance.now() - begun) / 1000))
          failures.add(`${servers}: ${what}: ${row?.attempts} attempts`)
        await readRows(folder, 'delete from quarantine')
      }

      await raise('nothing yet')
      for (const one of chosen) {
        const begun = performance.now()
        const bad = await spoil(one)
        if (!bad) {
          refused++
          continue
        }
        tried++
        await raise(one.name)
        await bad.undo()
        await checkAttempts(one.name, begun)
      }

      // Jobs that only name bad rows run seldom, so one row of each table waits at the same time.
      const byTable = Map.groupBy(
        chosen.filter(({ isNamed }) => isNamed),
        ({ table }) => table,
      )
      const rounds = Math.max(...[...byTable.values()].map(({ length }) => length))
      for (let round = 0; round < rounds; round++) {
        const begun = performance.now()
        const bad = []
        for (const [one] of [...byTable.values()].map((ofTable) => ofTable.slice(round, round + 1))) {
          const row = one && (await spoil(one))
          if (row) bad.push({ ...row, name: one.name })
        }
        for (const { id, name } of bad) {
          const leftMs = NAMED_MS * strain() - (performance.now() - begun)
          const listed = await waitForRow(folder, 'select from quarantine where row_id = $1', [id], Math.max(1, leftMs))
          if (listed === undefined) failures.add(`${servers}: ${name}: the row is not named`)
          else named++
        }
        for (const { undo } of bad) await undo()
        await checkAttempts('several rows', begun)
      }
    }

    const attackAlone = async () => {
      const server = await startTrialServer(environment)
      await attack(server, 'one server')
      await server.remove()
    }
    const attackBesideRelease = async () => {
      const code = checkOutRelease()
      if (!code) return
      const release = await startRelease(code)
      const beside = await startSecondServer(release.folder, environment)
      await attack({ api: beside.api, folder: release.folder }, `beside ${RELEASE.version}`)
      await beside.remove()
      await release.remove()
    }
    await Promise.all([attackAlone(), ...(isQuick ? [] : [attackBesideRelease()])])
    return {
      counts: {
        'bad rows': tried,
        'refused by the database': refused,
        named,
        'alarms of the other service': late.length,
        'ms at most until their message': Math.max(...late),
      },
      failures: failures.all(),
    }
  },
}
