import { mkdirSync, writeFileSync } from 'node:fs'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { API_KEY_HEADER, BASE_PATH } from '#contract'
import { startSmsGateway } from '../../server/src/testing/sms-gateway.ts'
import { testTls } from '../../server/src/testing/tls.ts'
import { addAlarmScene, reportLevel } from '../world/alarm-scene.ts'
import { dataFolder } from '../world/data-folder.ts'
import { trialResources } from '../world/resources.ts'
import { strain } from '../world/restarts.ts'
import { noRequestLimits, startTrialServer } from '../world/server.ts'

const CONNECTIONS = 10
const STREAMS = 100
const PAGES = { quick: 1_000, whole: 5_000 }
const RESETS = { quick: 2_000, whole: 20_000 }
const QUIET_REQUESTS = 40
const POLL_MS = 25
/** An alarm's message is due within a tick of the server's clock. After this time it is late. */
const LATE_MS = 3_000
const GIVE_UP_MS = 60_000
const SLOW_MS = 1_000
/**
 * Maximum number of warnings in the log after a flood. The log has each text once, and then once a minute with its
 * count.
 */
const MOST_WARNINGS = 10

type Fail = (text: string) => void

const connections = (url: string) => {
  const open: ClientHttp2Session[] = []
  const at = (index: number): ClientHttp2Session => {
    const session = open[index]
    if (session && !session.closed && !session.destroyed) return session
    const fresh = connect(url, { ca: testTls.cert })
    fresh.on('error', () => {})
    open[index] = fresh
    return fresh
  }
  const close = () => {
    for (const session of open) session.destroy()
  }
  return { at, close }
}

const get = (session: ClientHttp2Session, path: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve) => {
    const stream = session.request({ ':path': path, ...headers })
    let status = 0
    stream.on('response', (head) => {
      status = Number(head[':status'])
    })
    stream.on('error', () => {})
    stream.on('close', () => resolve(status))
    stream.resume()
  })

/** Requests pages over ten connections with a hundred streams each. Returns the number of replies by status. */
const floodPages = async (url: string, count: number): Promise<Map<number, number>> => {
  const { at, close } = connections(url)
  const statuses = new Map<number, number>()
  let left = count
  const ask = async (index: number) => {
    while (left-- > 0) {
      const status = await get(at(index % CONNECTIONS), '/login', { accept: 'text/html' })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS * STREAMS }, (_, index) => ask(index)))
  close()
  return statuses
}

const floodResets = async (url: string, count: number, headers: Record<string, string>): Promise<void> => {
  const { at, close } = connections(url)
  for (let sent = 0; sent < count; sent += STREAMS) {
    const session = at((sent / STREAMS) % CONNECTIONS)
    for (let n = 0; n < STREAMS && !session.closed; n++) {
      const stream = session.request({ ':path': `${BASE_PATH}/user/profile`, ...headers })
      stream.on('error', () => {})
      stream.close(constants.NGHTTP2_CANCEL)
    }
    await pause(1)
  }
  close()
}

const slowestWhile = async (url: string, headers: Record<string, string>, end: Promise<unknown>, least: number) => {
  const session = connect(url, { ca: testTls.cert })
  session.on('error', () => {})
  let isOver = false
  void end.then(() => {
    isOver = true
  })
  let slowestMs = 0
  for (let asked = 0; asked < least || !isOver; asked++) {
    const begun = performance.now()
    const status = await get(session, `${BASE_PATH}/user/profile`, headers)
    slowestMs = Math.max(slowestMs, performance.now() - begun)
    if (status !== 200) throw new Error(`a member got ${status}`)
    await pause(POLL_MS)
  }
  session.destroy()
  return slowestMs
}

/**
 * Floods a separate server over HTTP/2: with requests for pages while an alarm is due, and with requests that are reset
 * at once.
 */
export const floodHttp2 = async ({ isQuick, fail }: { isQuick: boolean; fail: Fail }) => {
  const size = isQuick ? 'quick' : 'whole'
  const gateway = await startSmsGateway()
  trialResources.add(gateway.close)
  const keys = dataFolder(trialResources)
  const certFile = join(keys.path, 'cert.pem')
  const keyFile = join(keys.path, 'key.pem')
  mkdirSync(keys.path, { recursive: true })
  writeFileSync(certFile, testTls.cert)
  writeFileSync(keyFile, testTls.key)
  setDefaultCACertificates([...getCACertificates('default'), testTls.cert.toString()])
  const server = await startTrialServer({
    ...noRequestLimits,
    COHESION_TLS_CERT: certFile,
    COHESION_TLS_KEY: keyFile,
    LOG_LEVEL: 'warn',
    COHESION_SMS_GATEWAY_URL: gateway.url,
  })
  const { api, url } = server
  const technician = await api.signIn('technician')
  const { _id: memberId } = await api.must(api.send('GET', '/user/profile', technician))
  const name = `R17 flood ${Date.now()}`
  const scene = await addAlarmScene(server, technician, memberId, name)
  const raise = async (): Promise<number> => {
    const about = () => gateway.messages().filter(({ textMessage }) => textMessage.text.includes(name)).length
    const before = about()
    const begun = performance.now()
    await reportLevel(api, scene, 4)
    while (about() === before && performance.now() - begun < GIVE_UP_MS) await pause(POLL_MS)
    return performance.now() - begun
  }
  const pages = floodPages(url, PAGES[size])
  await pause(POLL_MS)
  const alarmMs = await raise()
  const statuses = await pages
  const warnings = server.said().split('"level":40').length - 1
  if (alarmMs > LATE_MS * strain()) fail(`during the flood of pages the alarm's message took ${Math.round(alarmMs)} ms`)
  if (warnings > MOST_WARNINGS) fail(`the flood of pages left ${warnings} warnings in the log`)
  const failed = [...statuses].filter(([status]) => status !== 200)
  if (failed.length > 0) fail(`pages got ${failed.map(([status, count]) => `${count} times ${status}`)}`)

  const headers = { [API_KEY_HEADER]: 'cohesion-web', authorization: `Bearer ${technician.token}` }
  const quietMs = await slowestWhile(url, headers, Promise.resolve(), QUIET_REQUESTS)
  const slowestMs = await slowestWhile(url, headers, floodResets(url, RESETS[size], headers), QUIET_REQUESTS)
  if (slowestMs > SLOW_MS * strain()) fail(`during ${RESETS[size]} resets an answer took ${Math.round(slowestMs)} ms`)
  await server.remove()
  return {
    'ms until an alarm during the flood of pages': Math.round(alarmMs),
    'warnings in its log': warnings,
    'slowest answer during resets, times that of a quiet run': Number((slowestMs / quietMs).toFixed(1)),
    'ms it took': Math.round(slowestMs),
  }
}
