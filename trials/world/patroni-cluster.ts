import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { emptyFolder } from '../../tests/start/folders.ts'
import { isInstalled, startPatroniProxy } from './proxies.ts'
import { trialResources } from './resources.ts'

const deploy = resolve(import.meta.dirname, '../../deploy/patroni')
const NAMES = ['one', 'two', 'three'] as const
const BRIDGE = 'cohesion-r30'
/** Address of a machine of the cluster, instead of 10.0.0.1 to 10.0.0.3 in the example files. */
const addressOf = (number: number) => `10.213.30.${number}`
const HOST = addressOf(254)
const HEALTHY_MS = 240_000
const POLL_MS = 200

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe', encoding: 'utf8' })
const quietly = (...args: string[]) => {
  try {
    ip(...args)
  } catch {
    // The object did not exist.
  }
}

export const missingForPatroni = (): string | undefined => {
  const programs = ['patroni', 'etcd', 'haproxy', 'ip', 'setpriv', '/usr/lib/postgresql/15/bin/postgres']
  const missing = programs.filter((name) => !isInstalled(name))
  if (missing.length > 0)
    return `${missing.join(', ')} missing: apt-get install patroni etcd-server postgresql-15 haproxy iproute2`
  return process.getuid?.() === 0 ? undefined : 'network namespaces need root'
}

type Member = { name: string; role: string; state: string; lag?: number | string }

/** Creates a machine of the cluster: a network namespace with etcd, Patroni and PostgreSQL. */
const openMachine = (folder: string, name: string, number: number) => {
  const namespace = `${BRIDGE}-${name}`
  const link = `r30-${name}`
  const own = join(folder, name)
  const address = addressOf(number)
  mkdirSync(own)
  chmodSync(own, 0o700)
  execFileSync('chown', ['postgres:postgres', own])
  quietly('netns', 'del', namespace)
  ip('netns', 'add', namespace)
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace)
  ip('link', 'set', link, 'master', BRIDGE, 'up')
  for (const args of [['addr', 'add', `${address}/24`, 'dev', 'eth0'], ['link', 'set', 'eth0', 'up'], ['link', 'set', 'lo', 'up']]) // biome-ignore format: one list
    ip('-n', namespace, ...args)

  const config = join(own, 'patroni.yml')
  const example = readFileSync(join(deploy, 'patroni.yml'), 'utf8')
  const filled = example
    .replace('name: one', `name: ${name}`)
    .replace('/var/lib/postgresql/15/cohesion', join(own, 'postgres'))
    .replace('/var/lib/postgresql/.pgpass-patroni', join(own, 'pgpass'))
    .replaceAll(/(listen|connect_address): 10\.0\.0\.1:/g, `$1: ${address}:`)
    .replaceAll('10.0.0.0/24', addressOf(0).concat('/24'))
    .replaceAll(/10\.0\.0\.([123]):2379/g, (_, at: string) => `${addressOf(Number(at))}:2379`)
    .replace('  authentication:\n', `  parameters:\n    unix_socket_directories: ${own}\n  authentication:\n`)
  writeFileSync(config, filled)

  const processes = new Set<ChildProcess>()
  const spawnInside = (...command: string[]) => {
    const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    const child = spawn('ip', ['netns', 'exec', namespace, ...user, ...command], {
      cwd: own,
      env: { PATH: process.env.PATH ?? '', HOME: own, PATRONI_LOG_LEVEL: 'WARNING', LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (text: Buffer) => appendFileSync(join(own, `${command[0]}.log`), text))
    processes.add(child)
    child.on('exit', () => processes.delete(child))
  }
  const pids = (): number[] => ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids())
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended meanwhile.
      }
  }
  const url = (at: number, port: number) => `http://${addressOf(at)}:${port}`
  const start = () => {
    const cluster = NAMES.map((each, at) => `${each}=${url(at + 1, 2380)}`).join(',')
    const listen = ['--listen-client-urls', url(number, 2379), '--listen-peer-urls', url(number, 2380)]
    const advertise = ['--advertise-client-urls', url(number, 2379), '--initial-advertise-peer-urls', url(number, 2380)]
    spawnInside('etcd', '--name', name, '--data-dir', 'etcd', ...listen, ...advertise, '--initial-cluster', cluster)
    spawnInside('patroni', config)
  }
  return {
    name,
    address,
    start,
    kill: () => signal('SIGKILL'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    isolate: () => void ip('link', 'set', link, 'down'),
    connect: () => void ip('link', 'set', link, 'up'),
    members: async (): Promise<Member[]> => {
      const answer = await fetch(url(number, 8008).concat('/cluster'), { signal: AbortSignal.timeout(1_000) })
      return ((await answer.json()) as { members: Member[] }).members
    },
    remove: async () => {
      while (pids().length > 0) {
        signal('SIGKILL')
        await pause(POLL_MS)
      }
      quietly('netns', 'del', namespace)
      quietly('link', 'del', link)
    },
  }
}

export type Machine = ReturnType<typeof openMachine>

/** Starts three machines with deploy/patroni/patroni.yml, and HAProxy with deploy/proxy/haproxy-patroni.cfg. */
export const startPatroniCluster = async () => {
  const folder = emptyFolder()
  mkdirSync(folder.path)
  quietly('link', 'del', BRIDGE)
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${HOST}/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  const machines: Machine[] = []
  trialResources.add(async () => {
    for (const machine of machines) await machine.remove()
    quietly('link', 'del', BRIDGE)
    folder.remove()
  })
  for (const [at, name] of NAMES.entries()) machines.push(openMachine(folder.path, name, at + 1))
  for (const machine of machines) machine.start()

  const members = async (): Promise<Member[]> => {
    for (const machine of machines) {
      const found = await machine.members().catch(() => undefined)
      if (found) return found
    }
    return []
  }
  /** Waits until one machine leads, the others follow it, and one of these is synchronous. Returns the leader. */
  const healthy = async (): Promise<Machine> => {
    const end = performance.now() + HEALTHY_MS
    let last: Member[] = []
    while (performance.now() < end) {
      last = await members()
      const leader = last.find(({ role }) => role === 'leader')
      const isSound = last.length === NAMES.length && last.every(({ state }) => /^(running|streaming)$/.test(state))
      const isInStep = last.every(({ role, lag = 0 }) => role === 'leader' || Number(lag) < 1_000_000)
      const machine = machines.find(({ name }) => name === leader?.name)
      if (machine && isSound && isInStep && last.some(({ role }) => role === 'sync_standby')) return machine
      await pause(POLL_MS)
    }
    throw new Error(`the cluster does not become healthy: ${JSON.stringify(last)}`)
  }
  const query = async <Row extends pg.QueryResultRow>(machine: Machine, text: string, database = 'cohesion') => {
    const connectionString = `postgres://postgres:secret-1@${machine.address}/${database}`
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const leader = await healthy()
  await query(leader, `create role cohesion login password 'secret'`, 'postgres')
  await query(leader, 'create database cohesion owner cohesion', 'postgres')
  const proxy = await startPatroniProxy(
    machines.map(({ address }) => address),
    async (port) => {
      const client = new pg.Client({ connectionString: `postgres://cohesion:secret@127.0.0.1:${port}/cohesion` })
      client.on('error', () => {})
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
    },
  )
  return { url: `postgres://cohesion:secret@127.0.0.1:${proxy.port}/cohesion`, healthy, query, members }
}
