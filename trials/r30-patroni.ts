import { setTimeout as pause } from 'node:timers/promises'
import { INGEST_KEY_HEADER } from '#contract'
import { startSmsGateway } from '../server/src/testing/sms-gateway.ts'
import { startServer } from '../tests/start/server-process.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import { type Api, addEventType, apiOf, type Member, reportForm } from './world/api.ts'
import { dataFolder } from './world/data-folder.ts'
import { type Machine, missingForPatroni, startPatroniCluster } from './world/patroni-cluster.ts'
import { sendUntilDone } from './world/persistent-writer.ts'
import { trialResources } from './world/resources.ts'
import { strain } from './world/restarts.ts'
import { resumingClient } from './world/resuming-client.ts'
import { noRequestLimits } from './world/server.ts'

const FAULTS = ['kill', 'isolate', 'freeze', 'kill', 'isolate', 'freeze', 'kill', 'isolate', 'freeze', 'kill'] as const
const WRITERS = 4
const WRITE_EVERY_MS = 50
const STREAMS = 20
const LEVEL_SECONDS = 60
/** Maximum time without a write after the leader has failed. */
const WRITABLE_MS = 30_000
const TOLERANCE_MS = 2_000
const TICK_MS = 1_000
const POLL_MS = 50
const GIVE_UP_MS = 300_000

type Fault = (typeof FAULTS)[number]

/** Makes the leader fail. Returns a function that repairs it. */
const harm = (machine: Machine, fault: Fault): (() => void) => {
  machine[fault]()
  return { kill: machine.start, isolate: machine.connect, freeze: machine.thaw }[fault]
}

/** Adds a rule whose alarm notifies a member by text message, and another member a minute later. */
const addRule = async (api: Api, technician: Member, name: string) => {
  const post = (path: string, body: object) => api.must(api.send('POST', path, { ...technician, body }))
  const { key } = await post('/sensors/ingest-keys', { name })
  const levels = await Promise.all(
    ['first', 'second'].map(async (which) => {
      const member = await api.invite(technician, 'Operator', `r30-${which}-${Date.now()}`)
      const { _id: memberId } = await api.must(api.send('GET', '/user/profile', member))
      const targets = [{ type: 'member', memberId }]
      return { targets, channels: ['sms'], waitSeconds: LEVEL_SECONDS, repeatSeconds: null }
    }),
  )
  const { _id: planId } = await post('/escalation-plans', { name, levels })
  await post('/rules', {
    name,
    severity: 'high',
    planId,
    trigger: {
      type: 'sensor',
      scope: { type: 'all' },
      conditions: [{ type: 'value', parameter: 'level', operator: 'above', enter: 3, leave: 2 }],
    },
  })
  return {
    report: (serial: string, level: number) =>
      sendUntilDone(() =>
        api.send('POST', '/sensors/ingest', {
          body: { serial, name: serial, parameters: { level } },
          headers: { [INGEST_KEY_HEADER]: key },
        }),
      ),
  }
}

export const trial: Trial = {
  id: 'R30',
  title: 'A Patroni cluster whose leader is killed, isolated and frozen, under load',
  run: async ({ isQuick }): Promise<Outcome> => {
    // A quick run, as in `npm test`, must not install packages.
    if (isQuick) return { counts: { clusters: 'none' }, failures: [] }
    const missing = missingForPatroni()
    if (missing) return { counts: { clusters: 'none' }, failures: [missing] }
    const failures = failureList()
    const gateway = await startSmsGateway()
    trialResources.add(gateway.close)
    const cluster = await startPatroniCluster()
    const start = async (demo: 'on' | 'off') => {
      const own = dataFolder()
      const server = await startServer({
        COHESION_DATA: own.path,
        COHESION_DEMO: demo,
        DATABASE_URL: cluster.url,
        COHESION_SMS_GATEWAY_URL: gateway.url,
        ...noRequestLimits,
      })
      trialResources.add(async () => {
        await server.stop()
        await own.remove()
      })
      return { url: server.url, api: apiOf(server.url) }
    }
    const servers = [await start('on'), await start('off')] as const
    const [{ api }] = servers
    const technician = await api.signIn('technician')
    const eventTypeId = await addEventType(api, technician, 'Patroni')
    const { report } = await addRule(api, technician, 'R30')

    const streams = Array.from({ length: STREAMS }, (_, index) =>
      resumingClient(() => servers[index % 2]!.url, technician.token, 200),
    )
    await Promise.all(streams.map(({ open }) => open()))
    const made: { id: string; begunAt: number; doneAt: number; server: number }[] = []
    let nonce = Date.now() * 10
    let retried = 0
    let isOver = false
    const write = async (writer: number) => {
      const server = writer % 2
      while (!isOver) {
        const form = reportForm(eventTypeId, { name: `R30 ${nonce}`, nonce: String(++nonce) })
        const begunAt = performance.now()
        const sent = await sendUntilDone(() => servers[server]!.api.send('POST', '/aoi', { ...technician, body: form }))
        made.push({ id: sent.answer.json()._id, begunAt, doneAt: performance.now(), server })
        retried += sent.tries - 1
        await pause(WRITE_EVERY_MS)
      }
    }
    const writing = Array.from({ length: WRITERS }, (_, writer) =>
      write(writer).catch((error: Error) => failures.add(`writer ${writer}: ${error.message}`)),
    )

    const waitUntil = async (what: string, isSo: () => boolean) => {
      const end = performance.now() + GIVE_UP_MS
      while (!isSo()) {
        if (performance.now() > end) throw new Error(`${what}: not within ${GIVE_UP_MS / 1000} s`)
        await pause(POLL_MS)
      }
      return performance.now()
    }
    const messages = (serial: string) =>
      gateway.messages().filter(({ textMessage }) => textMessage.text.includes(serial)).length
    const waits: number[] = []
    const late: number[] = []

    const strike = async (round: number, fault: Fault) => {
      const leader = await cluster.healthy()
      const serial = `Gauge ${round}.`
      await report(serial, 1)
      await pause(TICK_MS)
      const reportedAt = performance.now()
      await report(serial, 4)
      const firstAt = await waitUntil('the first level', () => messages(serial) > 0)
      late.push(firstAt - reportedAt)
      const failedAt = performance.now()
      const mend = harm(leader, fault)
      const writesOf = (server: number) =>
        made.some((one) => one.server === server && one.doneAt > failedAt && one.begunAt > failedAt)
      await waitUntil('writes', () => writesOf(0) && writesOf(1))
      const wait = performance.now() - failedAt
      waits.push(wait)
      if (wait > WRITABLE_MS * strain()) failures.add(`round ${round} (${fault}): no write for ${Math.round(wait)} ms`)
      mend()
      const secondAt = await waitUntil('the second level', () => messages(serial) > 1)
      const lateMs = secondAt - firstAt - LEVEL_SECONDS * 1000
      late.push(lateMs)
      if (lateMs > (TICK_MS + TOLERANCE_MS) * strain())
        failures.add(`round ${round} (${fault}): the second level was ${Math.round(lateMs)} ms late`)
      await report(serial, 1)
      const sent = messages(serial)
      if (sent !== 2) failures.add(`round ${round} (${fault}): ${sent} text messages instead of 2`)
    }
    for (const [round, fault] of FAULTS.entries())
      if (failures.count === 0)
        await strike(round, fault).catch((error: Error) => failures.add(`round ${round} (${fault}): ${error.message}`))
    isOver = true
    await Promise.all(writing)

    const leader = await cluster.healthy()
    const rows = await cluster.query<{ id: string }>(leader, 'select id from aoi')
    const stored = new Set(rows.map(({ id }) => id))
    const ids = made.map(({ id }) => id)
    const lost = ids.filter((id) => !stored.has(id)).length
    if (lost > 0) failures.add(`${lost} acknowledged reports are lost`)
    const [twice] = await cluster.query<{ count: number }>(
      leader,
      `select count(*)::int as count from (select from aoi where name like 'R30 %' group by name having count(*) > 1) twice`,
    )
    const doubled = twice?.count ?? 0
    if (doubled > 0) failures.add(`${doubled} reports are stored twice`)
    if (retried === 0) failures.add('no write met a failure, so nothing was tried')
    const absent = () => streams.reduce((sum, { created }) => sum + ids.filter((id) => !created.has(id)).length, 0)
    await waitUntil('all live messages', () => absent() === 0).catch(() =>
      failures.add(`${absent()} live messages lost`),
    )
    const repeated = streams.reduce(
      (sum, { created }) => sum + ids.filter((id) => (created.get(id) ?? 0) > 1).length,
      0,
    )
    if (repeated > 0) failures.add(`${repeated} live messages came twice`)
    await Promise.all(streams.map(({ close }) => close()))
    return {
      counts: {
        faults: FAULTS.length,
        'acknowledged reports': ids.length,
        'tries more': retried,
        'lost or doubled': lost + doubled,
        'live messages lost or doubled': absent() + repeated,
        'ms without a writer at most': Math.round(Math.max(...waits)),
        'levels notified': late.length,
        'ms after its time at most': Math.round(Math.max(...late)),
      },
      failures: failures.all(),
    }
  },
}
