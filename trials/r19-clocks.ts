import { setTimeout as pause } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { INGEST_KEY_HEADER } from '#contract'
import { failureList, type Trial } from './trial.ts'
import { type Api, addEventType, type Member, reportForm } from './world/api.ts'
import { startSecondServer } from './world/second-server.ts'
import { sharedServer } from './world/server.ts'
import { isReady, openStream } from './world/stream.ts'

const SHIFTS_SECONDS = { quick: [90], whole: [90, -90] }
const TURNS = { quick: 4, whole: 20 }
const TOLERANCE_MS = 30_000
/** Number of readings, one each second. The server looks for silent sensors every second. */
const SILENCE_TURNS = { quick: 4, whole: 12 }

const shiftedClock = (seconds: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(`const RealDate = Date
const now = () => RealDate.now() + ${seconds} * 1000
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})`)}`

type Scene = { apis: readonly [Api, Api]; urls: readonly [string, string]; technician: Member; size: 'quick' | 'whole' }
type Check = (scene: Scene, fail: (text: string) => void) => Promise<void>

let people = 0
const newName = () => `clock-${Date.now()}-${++people}`
const isNow = (time: string) => Math.abs(Date.parse(time) - Date.now()) < TOLERANCE_MS
/** The server of each turn, in alternation, for checks of data that is ordered by time. */
const turnsOf = ({ apis, size }: Scene): Api[] => Array.from({ length: TURNS[size] }, (_, turn) => apis[turn % 2]!)

const checks: Record<string, Check> = {
  sessions: async ({ apis }, fail) => {
    for (const [begun, used] of [apis, apis.toReversed()]) {
      const { token } = await begun!.signIn('operator')
      const { status } = await used!.send('GET', '/user/profile', { token })
      if (status !== 200) fail(`the session of one server is ${status} on the other`)
    }
  },

  'invitations and re-entry links': async ({ apis, technician }, fail) => {
    for (const [made, used] of [apis, apis.toReversed()] as [Api, Api][]) {
      const host = { ...technician }
      const crossing: Api = {
        ...made,
        send: (method, path, options) => (path.startsWith('/user/register') ? used : made).send(method, path, options),
      }
      const member = await crossing.invite(host, 'Operator', newName()).catch((error: Error) => fail(error.message))
      if (!member) continue
      const { _id } = await made.must(made.send('GET', '/user/profile', member))
      const { link } = await made.must(made.send('POST', `/user/re-entry/${_id}`, technician))
      const { status } = await used.send('GET', `/auth/re-entry/${new URL(link).searchParams.get('reentry')}`)
      if (status !== 200) fail(`a re-entry link of one server is ${status} on the other`)
    }
  },

  'one-time codes': async ({ apis, technician }, fail) => {
    const [made, used] = apis
    const member = await made.invite(technician, 'Operator', newName())
    const body = { password: member.password }
    const { secret } = await made.must(made.send('POST', '/auth/second-factor', { ...member, body }))
    const code = new TOTP({ secret }).generate()
    const { status } = await used.send('POST', '/auth/second-factor/confirm', { ...member, body: { code } })
    if (status !== 200) fail(`a correct code got ${status}`)
  },

  'live messages': async (scene, fail) => {
    const { apis, urls, technician } = scene
    const eventTypeId = await addEventType(apis[0], technician, 'Clocks')
    const streams = urls.map((url) => openStream(url, { token: technician.token }))
    await Promise.all(streams.map(({ waitFor }) => waitFor(isReady)))
    const made: string[] = []
    for (const api of turnsOf(scene))
      made.push((await api.must(api.send('POST', '/aoi', { ...technician, body: reportForm(eventTypeId) })))._id)
    for (const { waitFor, received, close } of streams) {
      await waitFor((message) => message.type === 'AOI_CREATED' && message.aoiIds.includes(made.at(-1)!))
      const order = received.flatMap(({ message }) => (message.type === 'AOI_CREATED' ? message.aoiIds : []))
      if (made.join() !== order.filter((id) => made.includes(id)).join())
        fail('live messages were lost, repeated or out of order')
      close()
    }
  },

  'times and order of reports and entries': async (scene, fail) => {
    const { apis, technician } = scene
    const eventTypeId = await addEventType(apis[0], technician, 'Times')
    for (const api of apis)
      for (const more of [{}, { creationTime: String(Date.now()) }] as Record<string, string>[]) {
        const body = reportForm(eventTypeId, more)
        const aoi = await api.must(api.send('POST', '/aoi', { ...technician, body }))
        if (!isNow(aoi.properties.creationTime)) fail(`a report sent now is dated ${aoi.properties.creationTime}`)
      }
    const form = reportForm(eventTypeId)
    const { number, properties } = await apis[0].must(apis[0].send('POST', '/aoi', { ...technician, body: form }))
    const turns = turnsOf(scene)
    for (const [turn, api] of turns.entries())
      await api.must(api.send('POST', `/aoi/${number}/add-log`, { ...technician, body: { text: `turn ${turn}` } }))
    const aoi = await apis[0].must(apis[0].send('GET', `/aoi/nonce-pro/${properties.nonce}`, technician))
    const order = aoi.properties.logs
      .map(({ text }: { text: string }) => /^turn (\d+)$/.exec(text)?.[1])
      .filter((turn: string | undefined) => turn !== undefined)
      .toReversed()
    if (order.join() !== [...turns.keys()].join()) fail(`entries are ordered ${order.join(', ')}`)
  },

  'order of the audit': async (scene, fail) => {
    const { apis, technician } = scene
    const made: string[] = []
    for (const api of turnsOf(scene)) {
      const body = { name: newName(), unit: 'Number', value: '1' }
      made.push((await api.must(api.send('POST', '/actions', { ...technician, body })))._id)
    }
    const { entries } = await apis[0].must(apis[0].send('GET', '/audit?limit=1000&outcome=done', technician))
    const text = JSON.stringify(entries.toReversed())
    const order = made.toSorted((a, b) => text.indexOf(a) - text.indexOf(b))
    if (made.some((id) => !text.includes(id)) || order.join() !== made.join()) fail('the audit is out of order')
  },

  'silence of sensors': async ({ apis, technician, size }, fail) => {
    const { key } = await apis[0].must(
      apis[0].send('POST', '/sensors/ingest-keys', { ...technician, body: { name: newName() } }),
    )
    const serial = newName()
    const report = (api: Api) =>
      api.must(
        api.send('POST', '/sensors/ingest', {
          body: { serial, state: 'READY' },
          headers: { [INGEST_KEY_HEADER]: key },
        }),
      )
    const find = async () => {
      const sensors = await apis[0].must(apis[0].send('GET', '/sensors', technician))
      return sensors.find((sensor: { telemetry: { serial: string } }) => sensor.telemetry.serial === serial)
    }
    await report(apis[0])
    const { _id } = await find()
    await apis[0].must(apis[0].send('PATCH', `/sensors/${_id}`, { ...technician, body: { heartbeatSeconds: 15 } }))
    for (let turn = 0; turn < SILENCE_TURNS[size]; turn++) {
      await report(apis[turn % 2]!)
      const { state, lastReadingAt } = await find()
      if (state !== 'READY') return fail(`a sensor that reports every second is ${state}`)
      if (!isNow(lastReadingAt)) return fail(`a reading sent now is dated ${lastReadingAt}`)
      await pause(1_000)
    }
  },

  guesses: async ({ apis, technician }, fail) => {
    const { username } = await apis[0].invite(technician, 'Operator', newName())
    const statuses: number[] = []
    for (let guess = 0; guess < 24; guess++) {
      const headers = { 'x-forwarded-for': `10.99.${people}.${guess}` }
      const body = { username, password: 'not the password' }
      statuses.push((await apis[guess % 2]!.send('POST', '/auth/login', { body, headers })).status)
    }
    const weighed = statuses.filter((status) => status === 401).length
    if (weighed === 0 || weighed > 10) fail(`${weighed} guesses were checked`)
  },
}

export const trial: Trial = {
  id: 'R19',
  title: 'Two servers on one database whose clocks differ by 90 s',
  run: async ({ isQuick }) => {
    const size = isQuick ? 'quick' : 'whole'
    const failures = failureList()
    const first = await sharedServer()
    const technician = await first.api.signIn('technician')
    for (const seconds of SHIFTS_SECONDS[size]) {
      const second = await startSecondServer(first.folder, { NODE_OPTIONS: shiftedClock(seconds) })
      const scene: Scene = { apis: [first.api, second.api], urls: [first.url, second.url], technician, size }
      await Promise.all(
        Object.entries(checks).map(([name, check]) =>
          check(scene, (text) => failures.add(`${name}, ${seconds} s: ${text}`)).catch((error: Error) =>
            failures.add(`${name}, ${seconds} s: ${error.message}`),
          ),
        ),
      )
      await second.remove()
    }
    return {
      counts: {
        'pairs of clocks': SHIFTS_SECONDS[size].length,
        'kinds of things tried': Object.keys(checks).length,
        'went wrong': failures.count,
      },
      failures: failures.all(),
    }
  },
}
