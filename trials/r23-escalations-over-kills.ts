import { setTimeout as pause } from 'node:timers/promises'
import { INGEST_KEY_HEADER } from '#contract'
import { startSmsGateway } from '../server/src/testing/sms-gateway.ts'
import { failureList, type Trial } from './trial.ts'
import type { Member } from './world/api.ts'
import { readRows } from './world/database.ts'
import { trialResources } from './world/resources.ts'
import { type MortalServer, startMortalServer, strain } from './world/restarts.ts'
import { startSecondServer } from './world/second-server.ts'
import { noRequestLimits } from './world/server.ts'

const LEVELS = 3
const WAIT_SECONDS = 60
const FOR_SECONDS = { quick: 1, whole: 60 }
const TOLERANCE_MS = 2_000
const POLL_MS = 50
/** Timeout of an alarm or a level, after which it will never come. */
const GIVE_UP_MS = 300_000

/** `beforeMs`: time from the first reading until the notice was stored. */
type Notice = { level: number; beforeMs: number }
type Scene = {
  server: MortalServer
  technician: Member
  isQuick: boolean
  ruleId: string
  report: () => Promise<void>
  /** Number of text messages about this rule. The demo has alarms of its own, which do not count. */
  countMessages: () => number
}

const alarmsOf = ({ server, ruleId }: Scene) =>
  readRows<{ raisedAfterMs: number }>(
    server.folder,
    `select (extract(epoch from raised_at - began_at) * 1000)::int as "raisedAfterMs" from alarm where rule_id = $1`,
    [ruleId],
  )

const noticesOf = ({ server, ruleId }: Scene) =>
  readRows<Notice>(
    server.folder,
    `select r.level, (extract(epoch from n.created_at - a.began_at) * 1000)::int as "beforeMs"
     from escalation_receiver r join escalation_notice n on n.id = r.notice_id
     join escalation e on e.id = r.escalation_id join alarm a on a.escalation_id = e.id
     where e.rule_id = $1 order by n.created_at`,
    [ruleId],
  )

/** Waits until `count` levels were notified and their messages sent. */
const waitForLevels = async (scene: Scene, count: number): Promise<void> => {
  const end = Date.now() + GIVE_UP_MS
  while ((await noticesOf(scene)).length < count || scene.countMessages() < count) {
    if (Date.now() > end) throw new Error(`level ${count} was never notified, or its message never sent`)
    await pause(POLL_MS)
  }
}

type Stage = Pick<Scene, 'server' | 'technician' | 'isQuick'> & { gateway: Awaited<ReturnType<typeof startSmsGateway>> }

/** Adds a rule on one sensor. Its plan notifies three members by text message, one after another. */
const setScene = async ({ server, technician, isQuick, gateway }: Stage): Promise<Scene> => {
  const api = server.api()
  const post = (path: string, body: object) => api.must(api.send('POST', path, { ...technician, body }))
  const name = `R23 ${Date.now()}`
  const { key } = await post('/sensors/ingest-keys', { name })
  const report = async (level: number) => {
    const body = { serial: name, parameters: { level } }
    await server
      .api()
      .must(server.api().send('POST', '/sensors/ingest', { body, headers: { [INGEST_KEY_HEADER]: key } }))
  }
  await report(1)
  const sensors: { _id: string; name: string }[] = await api.must(api.send('GET', '/sensors', technician))
  const levels = await Promise.all(
    Array.from({ length: LEVELS }, async (_, level) => {
      const member = await api.invite(technician, 'Operator', `r23-${Date.now()}-${level}`)
      const { _id: memberId } = await api.must(api.send('GET', '/user/profile', member))
      return {
        targets: [{ type: 'member', memberId }],
        channels: ['sms'],
        waitSeconds: WAIT_SECONDS,
        repeatSeconds: null,
      }
    }),
  )
  const { _id: planId } = await post('/escalation-plans', { name, levels })
  const { _id: ruleId } = await post('/rules', {
    name,
    severity: 'high',
    planId,
    trigger: {
      type: 'sensor',
      scope: { type: 'sensor', sensorId: sensors.find((sensor) => sensor.name === name)?._id },
      conditions: [{ type: 'value', parameter: 'level', operator: 'above', enter: 3 }],
      forSeconds: FOR_SECONDS[isQuick ? 'quick' : 'whole'],
    },
  })
  return {
    server,
    technician,
    isQuick,
    ruleId,
    report: () => report(4),
    countMessages: () => gateway.messages().filter(({ textMessage }) => textMessage.text.includes(name)).length,
  }
}

const makeNextLevelDue = ({ server, ruleId }: Scene) =>
  readRows(server.folder, `update escalation set climb_at = now() where rule_id = $1`, [ruleId])

/** Acknowledges the escalation before it reaches the Admins after the last level, who do not count. */
const acknowledge = async ({ server, technician, ruleId }: Scene): Promise<void> => {
  const api = server.api()
  const rows = await readRows<{ id: string }>(server.folder, 'select id from escalation where rule_id = $1', [ruleId])
  for (const { id } of rows) await api.must(api.send('POST', `/escalations/${id}/acknowledge`, technician))
}

/** Kills the server halfway through the duration of the condition (“for”), and halfway to each next level. */
const runOnce = async (scene: Scene): Promise<number> => {
  const { server, isQuick } = scene
  await scene.report()
  if (!isQuick) await pause((FOR_SECONDS.whole * 1000) / 2)
  await server.kill('server')
  await waitForLevels(scene, 1)
  let kills = 1
  for (let level = 1; level < LEVELS; level++) {
    if (!isQuick) await pause((WAIT_SECONDS * 1000) / 2)
    // A quick run kills the server between levels only once.
    if (!isQuick || level === 1) {
      await server.kill('server')
      kills++
    }
    if (isQuick) await makeNextLevelDue(scene)
    await waitForLevels(scene, level + 1)
  }
  return kills
}

export const trial: Trial = {
  id: 'R23',
  title: 'kill -9 during “for 60 s” and between the levels of an escalation',
  run: async ({ isQuick }) => {
    const failures = failureList()
    const gateway = await startSmsGateway()
    trialResources.add(gateway.close)
    const server = await startMortalServer({ ...noRequestLimits, COHESION_SMS_GATEWAY_URL: gateway.url })
    const technician = await server.api().signIn('technician')
    const scenes: Scene[] = []
    const late: number[] = []
    let kills = 0
    let levels = 0

    const run = async (servers: string) => {
      const scene = await setScene({ server, technician, isQuick, gateway })
      scenes.push(scene)
      kills += await runOnce(scene)
      const alarms = await alarmsOf(scene)
      const notices = await noticesOf(scene)
      await acknowledge(scene)
      levels += notices.length
      const forMs = FOR_SECONDS[isQuick ? 'quick' : 'whole'] * 1000
      if (alarms.length !== 1) failures.add(`${servers}: ${alarms.length} alarms instead of one`)
      if (alarms[0]?.raisedAfterMs !== forMs)
        failures.add(`${servers}: raised ${alarms[0]?.raisedAfterMs} ms after its true start`)
      if (notices.map(({ level }) => level).join() !== '0,1,2')
        failures.add(`${servers}: notified levels ${notices.map(({ level }) => level + 1).join()}`)
      if (isQuick) return
      for (const { level, beforeMs } of notices) {
        const lateMs = beforeMs - forMs - level * WAIT_SECONDS * 1000
        late.push(lateMs)
        if (Math.abs(lateMs) > TOLERANCE_MS * strain())
          failures.add(`${servers}: level ${level + 1} was notified ${lateMs} ms beside its time`)
      }
    }

    await run('one server')
    if (!isQuick) {
      const second = await startSecondServer(server.folder, { COHESION_SMS_GATEWAY_URL: gateway.url })
      await run('two servers')
      await second.remove()
    }
    const messages = scenes.reduce((sum, { countMessages }) => sum + countMessages(), 0)
    if (messages !== levels) failures.add(`${messages} messages were sent for ${levels} levels`)
    await server.remove()
    return {
      counts: {
        kills,
        alarms: scenes.length,
        'levels notified': levels,
        'messages sent': messages,
        ...(!isQuick && { 'ms after their times': late.join(' ') }),
      },
      failures: failures.all(),
    }
  },
}
