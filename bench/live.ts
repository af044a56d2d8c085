import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { type OpenDatabase, openDatabase } from '../server/src/platform/db/database.ts'
import { type Embedded, startEmbedded } from '../server/src/platform/db/embedded.ts'
import { newId } from '../server/src/platform/db/id.ts'
import { migrateToLatest } from '../server/src/platform/db/migrate.ts'
import { type Live, startLive } from '../server/src/platform/live/live.ts'
import { publish } from '../server/src/platform/outbox/outbox.ts'
import { line, medians } from './ratio.ts'

/**
 * Cost of a live message: delivery to thousands of streams, the writer, the time until the last stream has the message,
 * and memory per stream. Readers are a second process on real sockets; the database writes to disk. Bounds: 1.25 times
 * the delay of bare sockets from the commit to the last stream, 1.5 times their processor time, 20 kB per stream.
 */
const READERS = Number(process.env.BENCH_READERS ?? 5000)
const FEW = 10
const COMMIT_SECONDS = 1
const DELAY_RUNS = 31
const WRITERS = 8

/** A clock that two processes share, in ms. */
const sharedNow = () => performance.timeOrigin + performance.now()

async function readAll(port: number) {
  let waiting = new Set<number>()
  process.on('message', () => {
    waiting = new Set(Array.from({ length: READERS }, (_, number) => number))
    process.send?.({ isWatching: true })
  })
  const take = (number: number, bytes: Buffer) => {
    if (bytes.includes('data:') && waiting.delete(number) && waiting.size === 0) process.send?.({ lastAt: sharedNow() })
  }
  for (let number = 0; number < READERS; number++) {
    const socket = connect(port, '127.0.0.1')
    // More connections at once exceed the listen backlog and are retried seconds later.
    if (number % 100 === 0) await once(socket, 'connect')
    socket.write(`GET /${number} HTTP/1.1\r\nHost: bench\r\n\r\n`)
    socket.on('data', (bytes) => take(number, bytes))
  }
}

async function main() {
  const folder = join(tmpdir(), `cohesion-bench-${newId()}`)
  const postgres = await startEmbedded(folder)
  const database = openDatabase(postgres.connection, { max: WRITERS + 2 })
  try {
    await migrateToLatest(database.db)
    await database.pool.query('create table work (id bigint generated always as identity primary key, name text)')
    await benchDelivery(postgres, database)
    await benchCommits(postgres, database)
  } finally {
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Streams = {
  responses: ServerResponse[]
  lastAfter: (send: () => Promise<number | undefined>) => Promise<number>
  stop(): Promise<void>
}

async function openStreams(open: (response: ServerResponse, number: number) => void): Promise<Streams> {
  const responses: ServerResponse[] = []
  const server = createServer((request, response) => {
    open(response, Number(request.url?.slice(1)))
    responses.push(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const readers: ChildProcess = fork(import.meta.filename, ['readers', String(port)])
  while (responses.length < READERS) await pause(20)
  return {
    responses,
    async lastAfter(send) {
      readers.send({})
      await once(readers, 'message')
      const begin = sharedNow()
      const last = once(readers, 'message')
      const committedAt = await send()
      const [{ lastAt }] = (await last) as [{ lastAt: number }]
      return lastAt - (committedAt ?? begin)
    },
    async stop() {
      readers.kill()
      await once(readers, 'exit')
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Processor time of this process in µs. This process is the server. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

const busy = newId()
const quiet = newId()
const message = (serviceId: string) => ({ type: 'AOI_UPDATED' as const, serviceId, aoiIds: [newId()] })

async function benchDelivery({ connection }: Embedded, database: OpenDatabase) {
  const emptyMemory = await settledMemory()
  const bare = await openStreams((response) => {
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  })
  const bareMemory = await settledMemory()
  const services = new Map<string, string[]>()
  const live = await startLive({
    connection,
    log: { info() {}, warn() {} },
    audienceOf: async () => services,
    touch: async () => {},
  })
  const streams = await openStreams((response, number) => {
    const sessionId = newId()
    services.set(sessionId, number < FEW ? [busy, quiet] : [busy])
    live.openStream({ response, memberId: newId(), sessionId })
  })
  while (live.streamCount < READERS) await pause(20)
  await pause(500)
  line('memory of a stream', ((await settledMemory()) - bareMemory) / READERS / 1000, 'kB', {
    name: 'of a bare response',
    value: (bareMemory - emptyMemory) / READERS / 1000,
  })

  const oneByOne = (serviceId: string) => () =>
    cpuOf(async () => {
      for (let count = 0; count < 10; count++) await announce(database, live, [message(serviceId)])
    })
  const burst = Array.from({ length: 100 }, () => message(busy))
  const cpu = await medians(7, {
    bare: () => cpuOf(() => writeBare(bare.responses)),
    all: oneByOne(busy),
    few: oneByOne(quiet),
    nobody: oneByOne(newId()),
    burst: () => cpuOf(() => announce(database, live, burst)),
  })
  const reference = { name: 'bare socket.write of one buffer', value: cpu.bare / 10 / READERS }
  line(`delivery of a message to ${READERS} streams, per stream`, cpu.all / 10 / READERS, 'µs', reference)
  line(`delivery of 100 messages at once to ${READERS} streams, each`, cpu.burst / 100 / READERS, 'µs', reference)
  const delays = await medians(DELAY_RUNS, {
    alone: () => bare.lastAfter(() => writeBare(bare.responses, 1)),
    afterCommit: () => bare.lastAfter(() => writeAfterCommit(database, bare.responses)),
    committed: () => streams.lastAfter(() => announce(database, live, [message(busy)])),
    written: () => streams.lastAfter(() => announce(database, live, [message(busy)]).then(() => undefined)),
  })
  const fromCommit = `until the last of ${READERS} has a message, from its commit on`
  line(fromCommit, delays.committed, 'ms', { name: 'bare socket.write after a commit', value: delays.afterCommit })
  const alone = { name: 'bare socket.write without a database', value: delays.alone }
  line(fromCommit, delays.committed, 'ms', alone)
  line('the same, with the commit', delays.written, 'ms', alone)
  const ofNobody = { name: 'a message for nobody', value: cpu.nobody / 10 }
  line(`announcing a message for ${FEW} of ${READERS} streams`, cpu.few / 10, 'µs', ofNobody)

  await live.stop()
  await Promise.all([streams.stop(), bare.stop()])
}

/**
 * Publishes the messages in one transaction and waits until the server has sent them to its streams. Returns the time of
 * the commit.
 */
async function announce(database: OpenDatabase, live: Live, messages: ReturnType<typeof message>[]): Promise<number> {
  const { serviceId } = messages[0] ?? { serviceId: busy }
  const before = live.position
  await database.db.transaction().execute((db) =>
    publish(
      db,
      messages.map((one) => ({ message: one, serviceId })),
    ),
  )
  const committedAt = sharedNow()
  live.wake()
  while (live.position < before + messages.length) await pause(1)
  return committedAt
}

/** Resident memory in bytes after garbage collection, without the free pages that V8 keeps after a burst. */
async function settledMemory(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let count = 0; count < 5; count++) {
    collect()
    await pause(100)
  }
  const room = getHeapSpaceStatistics().map((space) => space.physical_space_size - space.space_used_size)
  return process.memoryUsage().rss - room.reduce((sum, bytes) => sum + bytes, 0)
}

async function writeBare(responses: ServerResponse[], times = 10): Promise<undefined> {
  const frame = Buffer.from(`id: 1000000\ndata: ${JSON.stringify(message(busy))}\n\n`)
  for (let count = 0; count < times; count++) {
    for (const { socket } of responses) socket?.write(frame)
    await nextTurn()
  }
}

/** Commits a change, then writes a frame to each bare socket. Returns the time of the commit. */
async function writeAfterCommit({ pool }: OpenDatabase, responses: ServerResponse[]): Promise<number> {
  await pool.query("insert into work (name) values ('gate 3')")
  const committedAt = sharedNow()
  await writeBare(responses, 1)
  return committedAt
}

type Client = pg.Client

async function benchCommits({ connection }: Embedded, { pool }: OpenDatabase) {
  await pool.query(otherOutboxes)
  const live = await startLive({
    connection,
    log: { info() {}, warn() {} },
    audienceOf: async () => new Map(),
    touch: async () => {},
  })
  const change = (client: Client) => client.query("insert into work (name) values ('gate 3')")
  const announcing = (outbox: string) => async (client: Client) => {
    await change(client)
    await client.query(`insert into ${outbox} (service_id, body) values ($1, $2)`, [busy, message(busy)])
  }
  const rate = (work: (client: Client) => Promise<unknown>, after = () => {}) =>
    commitsPerSecond(connection, work, after)
  const perSecond = await medians(5, {
    plain: () => rate(change),
    ours: () => rate(announcing('outbox'), live.wake),
    numbered: () => rate(announcing('outbox_at_commit')),
    notified: () => rate(announcing('outbox_notifying')),
  })
  const reference = { name: 'the change alone', value: perSecond.plain }
  line(`commits with a live message, ${WRITERS} writers`, perSecond.ours, 'per s', reference)
  line('the same, numbered inside the transaction', perSecond.numbered, 'per s', reference)
  line('the same, NOTIFY inside the transaction', perSecond.notified, 'per s', reference)
  await live.stop()
}

/** Rejected designs of the outbox: a position assigned under a lock at commit, and NOTIFY in each transaction. */
const otherOutboxes = `
  create table outbox_at_commit (like outbox including all);
  create sequence at_commit;
  create function number_at_commit() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock(7009);
    update outbox_at_commit set position = nextval('at_commit') where id = new.id;
    return null;
  end $$;
  create constraint trigger numbered after insert on outbox_at_commit
    deferrable initially deferred for each row execute function number_at_commit();
  create table outbox_notifying (like outbox including all);
  create function notify_each() returns trigger language plpgsql as $$ begin
    notify bench;
    return null;
  end $$;
  create trigger notifying after insert on outbox_notifying for each row execute function notify_each()`

async function commitsPerSecond(
  connection: Embedded['connection'],
  work: (client: Client) => Promise<unknown>,
  after: () => void,
): Promise<number> {
  const clients = Array.from({ length: WRITERS }, () => new pg.Client(connection))
  await Promise.all(clients.map((client) => client.connect()))
  let commits = 0
  const until = performance.now() + COMMIT_SECONDS * 1000
  const write = async (client: Client) => {
    while (performance.now() < until) {
      await client.query('begin')
      await work(client)
      await client.query('commit')
      after()
      commits++
    }
  }
  await Promise.all(clients.map(write))
  await Promise.all(clients.map((client) => client.end()))
  return commits / COMMIT_SECONDS
}

const [, , role, port] = process.argv
if (role === 'readers') await readAll(Number(port))
else await main()
