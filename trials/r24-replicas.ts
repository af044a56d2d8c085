import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresCluster } from '../server/src/testing/postgres-cluster.ts'
import { failureList, type Outcome, type Trial } from './trial.ts'
import { addEventType, type Member, reportForm } from './world/api.ts'
import { sendUntilDone } from './world/persistent-writer.ts'
import { isInstalled } from './world/proxies.ts'
import { type ReplicatedServer, readMetric, startReplicatedServers } from './world/replicated-servers.ts'
import { strain } from './world/restarts.ts'
import { resumingClient } from './world/resuming-client.ts'

const READS_AFTER_WRITES = 10_000
const ACCOUNTS = ['technician', 'admin', 'operator', 'viewer']
const LEFT_OUT_MS = 2_000
const WRITERS = 4
const STREAMS = 20
const REPORTS_BEFORE = 100
const REPORTS_AFTER = 200
const POLL_MS = 10
const GIVE_UP_MS = 120_000

type Servers = [ReplicatedServer, ReplicatedServer]
type Fail = (text: string) => void

const inUse = async ({ url }: ReplicatedServer): Promise<boolean> =>
  [...(await readMetric(url, 'cohesion_replica_in_use{')).values()].every((value) => value === 1)

const waitForUse = async (servers: Servers, isWanted: boolean, fail: Fail): Promise<number> => {
  const begin = performance.now()
  while ((await Promise.all(servers.map(inUse))).some((isUsed) => isUsed !== isWanted)) {
    if (performance.now() - begin > GIVE_UP_MS) {
      fail(`the replica is ${isWanted ? 'never used' : 'never left out'}`)
      break
    }
    await pause(POLL_MS)
  }
  return performance.now() - begin
}

const replicaReads = async (servers: Servers): Promise<number> => {
  const counts = await Promise.all(
    servers.map(({ url }) => readMetric(url, 'cohesion_database_reads_total{target="replica"}')),
  )
  return counts.flatMap((count) => [...count.values()]).reduce((sum, value) => sum + value, 0)
}

/** Each member changes its name on one server and at once reads it on the other. Returns the number of stale reads. */
const readAfterWrites = async (servers: Servers, members: Member[], fail: Fail): Promise<number> => {
  let stale = 0
  const one = async (member: Member) => {
    for (let count = 0; count < READS_AFTER_WRITES / members.length; count++) {
      const [writer, reader] = count % 2 === 0 ? servers : servers.toReversed()
      const firstName = `Name ${count}`
      await writer!.api.must(writer!.api.send('PATCH', '/user/profile', { ...member, body: { firstName } }))
      const profile = await reader!.api.must(reader!.api.send('GET', '/user/profile', member))
      if (profile.firstName === firstName) continue
      stale++
      fail(`${member.username} wrote ${firstName} and read ${profile.firstName}`)
    }
  }
  await Promise.all(members.map(one))
  return stale
}

const startReaders = (servers: Servers, member: Member, fail: Fail) => {
  let isOver = false
  let reads = 0
  const read = async ({ api }: ReplicatedServer, index: number) => {
    for (let count = 0; !isOver; count++) {
      const lastName = `Reader ${index} ${count}`
      if (index === 0) await api.must(api.send('PATCH', '/user/profile', { ...member, body: { lastName } }))
      const answer = await api.send('GET', '/aoi/filtered?type=all&limit=20', member).catch((error: Error) => error)
      reads++
      if (answer instanceof Error) fail(`a list got no answer: ${answer.cause ?? answer.message}`)
      else if (answer.status !== 200) fail(`a list got ${answer.status} ${answer.text.slice(0, 200)}`)
    }
  }
  const reading = servers.map((server, index) =>
    read(server, index).catch((error: Error) => fail(`a reader broke: ${error.message}`)),
  )
  return async (): Promise<number> => {
    isOver = true
    await Promise.all(reading)
    return reads
  }
}

type Promotion = { primary: PostgresCluster; standby: PostgresCluster; servers: Servers; member: Member; fail: Fail }

/** Kills the primary while members write. Its synchronous standby takes over. */
const promote = async ({ primary, standby, servers, member, fail }: Promotion) => {
  await primary.query(`alter system set synchronous_standby_names = 'standby'`, 'postgres')
  await primary.query('select pg_reload_conf()')
  const eventTypeId = await addEventType(servers[0].api, member, 'Promotion')
  const clients = Array.from({ length: STREAMS }, (_, index) =>
    resumingClient(() => servers[index % 2]!.url, member.token, 200),
  )
  await Promise.all(clients.map(({ open }) => open()))
  const made: string[] = []
  let nonce = Date.now() * 10
  let retried = 0
  let isOver = false
  const write = async (writer: number) => {
    const { api } = servers[writer % 2]!
    while (!isOver) {
      const form = reportForm(eventTypeId, { name: `R24 ${nonce}`, nonce: String(++nonce) })
      const { answer, tries } = await sendUntilDone(() => api.send('POST', '/aoi', { ...member, body: form }))
      made.push(answer.json()._id)
      retried += tries - 1
    }
  }
  const writing = Array.from({ length: WRITERS }, (_, writer) =>
    write(writer).catch((error: Error) => fail(`writer ${writer}: ${error.message}`)),
  )
  const reach = async (count: number) => {
    const begin = performance.now()
    while (made.length < count && performance.now() - begin < GIVE_UP_MS) await pause(POLL_MS)
    if (made.length < count) fail(`only ${made.length} of ${count} reports were taken`)
  }
  await reach(REPORTS_BEFORE)
  await primary.kill()
  const begin = performance.now()
  const before = made.length
  await standby.query('select pg_promote()')
  await reach(before + 1)
  const tookMs = performance.now() - begin
  await reach(before + REPORTS_AFTER)
  isOver = true
  await Promise.all(writing)

  const rows = await standby.query<{ id: string }>('select id from aoi')
  const stored = new Set(rows.map(({ id }) => id))
  const lost = made.filter((id) => !stored.has(id)).length
  if (lost > 0) fail(`${lost} acknowledged reports are lost`)
  if (new Set(made).size !== made.length) fail('a report was stored twice')
  if (retried === 0) fail('no write failed during the promotion, so nothing was tested')
  const missing = () => clients.reduce((sum, { created }) => sum + made.filter((id) => !created.has(id)).length, 0)
  for (let waited = 0; missing() > 0 && waited < GIVE_UP_MS; waited += POLL_MS) await pause(POLL_MS)
  const doubled = clients.reduce((sum, { created }) => sum + made.filter((id) => created.get(id)! > 1).length, 0)
  if (missing() > 0) fail(`${missing()} live messages were lost`)
  if (doubled > 0) fail(`${doubled} live messages came twice`)
  await Promise.all(clients.map(({ close }) => close()))
  return {
    'acknowledged reports over a promotion': made.length,
    lost,
    'live messages lost or doubled': missing() + doubled,
    'ms without a writer': Math.round(tookMs),
  }
}

export const trial: Trial = {
  id: 'R24',
  title: 'Reads on a streaming replica that lags, dies and is promoted under load',
  run: async (): Promise<Outcome> => {
    // The trial needs HAProxy. In `npm test`, server/src/platform/db/replica/replicas.test.ts has a real pair.
    if (!isInstalled('haproxy')) return { counts: { replicas: 'none' }, failures: [] }
    const failures = failureList()
    const { primary, standby, servers } = await startReplicatedServers()
    const members = await Promise.all(ACCOUNTS.map((name) => servers[0].api.signIn(name)))
    const technician = members[0]!
    await waitForUse(servers, true, failures.add)

    const readsBefore = await replicaReads(servers)
    const stale = await readAfterWrites(servers, members, failures.add)
    const onReplica = (await replicaReads(servers)) - readsBefore
    if (onReplica < READS_AFTER_WRITES / 2) failures.add(`only ${onReplica} reads went to the replica`)

    const stopReaders = startReaders(servers, technician, failures.add)
    const leaveOut = async (name: string, harm: () => Promise<unknown>, mend: () => Promise<unknown>) => {
      const begin = performance.now()
      await harm()
      await waitForUse(servers, false, failures.add)
      const tookMs = performance.now() - begin
      if (tookMs > LEFT_OUT_MS * strain()) failures.add(`${name}: left out after ${Math.round(tookMs)} ms`)
      await mend()
      await waitForUse(servers, true, failures.add)
      return Math.round(tookMs)
    }
    const lagging = await leaveOut(
      'a lagging replica',
      () => standby.query('select pg_wal_replay_pause()'),
      () => standby.query('select pg_wal_replay_resume()'),
    )
    const killed = await leaveOut(
      'a killed replica',
      () => standby.kill(),
      () => standby.start(),
    )
    const reads = await stopReaders()
    const promotion = await promote({ primary, standby, servers, member: technician, fail: failures.add })
    return {
      counts: {
        'reads after writes': READS_AFTER_WRITES,
        stale,
        'of them on the replica': onReplica,
        'ms until a lagging replica was left out': lagging,
        'ms until a killed one was': killed,
        'lists meanwhile, none failed': reads,
        ...promotion,
      },
      failures: failures.all(),
    }
  },
}
