import { setTimeout as pause } from 'node:timers/promises'
import { failureList, type Trial } from './trial.ts'
import { agreementTimes } from './world/agreement.ts'
import { type Api, addEventType, apiOf, reportForm } from './world/api.ts'
import { spendLimit } from './world/limit-behind-proxy.ts'
import { sendUntilDone } from './world/persistent-writer.ts'
import { askPromtool } from './world/promtool.ts'
import { isInstalled, type ProxyName, proxyNames, startProxy } from './world/proxies.ts'
import { strain } from './world/restarts.ts'
import { resumingClient } from './world/resuming-client.ts'
import { PAIR_LIMIT, startPair, startSecondServer } from './world/second-server.ts'
import { sharedServer } from './world/server.ts'

const STREAMS = 40
const READERS = 10
const WRITERS = 4
const WRITES_EACH = 30
/** Maximum delay of a live message. A longer delay means that the proxy buffers messages. */
const DELIVERY_MS = 1_000
const AGREE_MS = 1_000
const LEAST_SHARE = 0.2
const POLL_MS = 50
const GIVE_UP_MS = 60_000

type Pair = Awaited<ReturnType<typeof startPair>>

const hostOf = (url: string): string => new URL(url).host

export const trial: Trial = {
  id: 'R22',
  title: 'Two servers behind a proxy, one of them killed under load',
  run: async () => {
    const failures = failureList()
    // Proxies are packages of the system, so some may be missing.
    const proxies = proxyNames.filter(isInstalled)
    const counts = { reads: 0, 'reads failed': 0, reports: 0, lost: 0, doubled: 0, 'ms to deliver at most': 0 }
    if (proxies.length === 0) return { counts: { proxies: 'none' }, failures: [] }
    const { api, folder, url } = await sharedServer()
    const technician = await api.signIn('technician')
    const eventTypeId = await addEventType(api, technician, 'Proxies')
    let nonce = Date.now() * 10

    const tryProxy = async (name: ProxyName) => {
      const mortal = await startSecondServer(folder)
      const proxy = await startProxy(name, [hostOf(url), hostOf(mortal.url)])
      const through: Api = apiOf(proxy.url)
      // Two sessions share the streams, because a session may have only 32.
      const { token } = await api.signIn('technician')
      const clients = Array.from({ length: STREAMS }, (_, index) =>
        resumingClient(() => proxy.url, index % 2 === 0 ? technician.token : token, 200),
      )
      await Promise.all(clients.map(({ open }) => open()))
      const made: string[] = []
      const report = async () => {
        const form = reportForm(eventTypeId, { nonce: String(++nonce) })
        const send = () => through.send('POST', '/aoi', { ...technician, body: form })
        const { answer } = await sendUntilDone(send)
        made.push(JSON.parse(answer.text)._id)
      }

      const begin = performance.now()
      await report()
      while (!clients.every(({ created }) => created.has(made[0]!)) && performance.now() - begin < GIVE_UP_MS)
        await pause(5)
      const delivery = Math.round(performance.now() - begin)
      counts['ms to deliver at most'] = Math.max(counts['ms to deliver at most'], delivery)
      if (delivery > DELIVERY_MS * strain()) failures.add(`${name}: a message took ${delivery} ms to all streams`)

      let isOver = false
      const read = async () => {
        while (!isOver) {
          counts.reads++
          const status = await through.send('GET', '/user/profile', technician).then(
            (answer) => answer.status,
            () => 0,
          )
          if (status === 200) continue
          counts['reads failed']++
          failures.add(`${name}: reading was answered with ${status || 'a broken connection'}`)
        }
      }
      const write = async () => {
        for (let count = 0; count < WRITES_EACH; count++) await report()
      }
      const reading = Array.from({ length: READERS }, read)
      const writing = Array.from({ length: WRITERS }, write)
      await report()
      await mortal.end('SIGKILL')
      await Promise.all(writing)
      isOver = true
      await Promise.all(reading)

      const missing = () => clients.reduce((sum, { created }) => sum + made.filter((id) => !created.has(id)).length, 0)
      for (let waited = 0; missing() > 0 && waited < GIVE_UP_MS; waited += POLL_MS) await pause(POLL_MS)
      const doubled = clients.reduce((sum, { created }) => sum + made.filter((id) => created.get(id)! > 1).length, 0)
      if (new Set(made).size !== made.length) failures.add(`${name}: a report was stored twice`)
      if (missing() > 0) failures.add(`${name}: ${missing()} messages were lost`)
      if (doubled > 0) failures.add(`${name}: ${doubled} messages came twice`)
      counts.reports += made.length
      counts.lost += missing()
      counts.doubled += doubled
      await Promise.all(clients.map(({ close }) => close()))
      await proxy.stop()
      await mortal.remove()
    }

    const tryAgreement = async (pair: Pair) => {
      const times = await agreementTimes(...pair, technician)
      for (const [what, ms] of times)
        if (ms > AGREE_MS * strain()) failures.add(`${what}: the other server knew it after ${ms} ms`)
      return { 'changes that both servers knew': times.size, 'ms until then at most': Math.max(...times.values()) }
    }
    const tryLimit = async (name: ProxyName, pair: Pair): Promise<number> => {
      const urls = pair.map((server) => server.url)
      const proxy = await startProxy(name, urls.map(hostOf))
      const spent = await spendLimit(apiOf(proxy.url), await api.signIn('operator'), urls)
      await proxy.stop()
      if (spent.leastShare < LEAST_SHARE) failures.add(`${name}: one server got ${spent.leastShare} of the requests`)
      const beyond = Math.round(spent.allowed - PAIR_LIMIT - (PAIR_LIMIT / 60) * spent.seconds)
      const most = (spent.perSecond * AGREE_MS * strain()) / 1000
      if (beyond > most) failures.add(`${name}: both servers together allowed ${beyond} requests beyond the limit`)
      return beyond / PAIR_LIMIT
    }
    const tryPair = async () => {
      const pair = await startPair(folder)
      const beyond: number[] = []
      for (const name of proxies) beyond.push(await tryLimit(name, pair))
      const agreed = await tryAgreement(pair)
      for (const server of pair) await server.remove()
      return { '% allowed beyond a request limit at most': Math.round(Math.max(...beyond) * 100), ...agreed }
    }
    const tryMetrics = async () => {
      const complaints = askPromtool(await (await fetch(`${url}/metrics`)).text())
      for (const complaint of complaints ?? []) failures.add(`promtool: ${complaint}`)
      return { promtool: complaints ? 'asked' : 'not installed' }
    }

    for (const name of proxies) await tryProxy(name)
    const agreed = await tryPair()
    return {
      counts: { proxies: proxies.join(' '), ...counts, ...agreed, ...(await tryMetrics()) },
      failures: failures.all(),
    }
  },
}
