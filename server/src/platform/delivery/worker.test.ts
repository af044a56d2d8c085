import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { runBatch } from '../clock/batch.ts'
import { type Channel, type Delivery, doublingDelays, type Outcome } from './channel.ts'
import { confirmDelivery, enqueue, type NewDelivery, oldDeliveries, queueLengths, statusOf } from './queue.ts'
import { type DeliveryWorker, startDeliveryWorker } from './worker.ts'

const { db, close } = await testDatabase()
const workers: DeliveryWorker[] = []
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await close()
})

let count = 0
const channelOf = (
  answer: (delivery: Delivery) => Outcome | Promise<Outcome> = () => ({ result: 'sent' }),
  more: Partial<Channel> = {},
) => {
  const sent: Delivery[] = []
  const channel: Channel = {
    name: `channel${count++}`,
    concurrency: 10,
    retrySeconds: [1, 1],
    send: async (delivery) => {
      sent.push(delivery)
      return answer(delivery)
    },
    ...more,
  }
  const add = (...deliveries: Partial<NewDelivery>[]) =>
    enqueue(
      db,
      deliveries.map((delivery) => ({
        channel: channel.name,
        kind: 'letter',
        payload: { text: 'hello' },
        ...delivery,
      })),
    )
  return { channel, sent, add }
}

const start = (channels: readonly Channel[], more: Partial<Parameters<typeof startDeliveryWorker>[0]> = {}) => {
  const worker = startDeliveryWorker({
    db,
    channels,
    log: { warn: () => {} },
    timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 },
    ...more,
  })
  workers.push(worker)
  return worker
}

const state = async (id: string | undefined) => (await statusOf(db, id ? [id] : []))[0]

test('a sent delivery keeps its state and no contents', async () => {
  const { channel, sent, add } = channelOf()
  const worker = start([channel])
  const [id] = await add({ address: 'a', kind: 'greeting', groupKey: 'g' })
  worker.wake()
  await eventually(async () => expect(await state(id)).toMatchObject({ state: 'sent', attempts: 1, lastError: null }))
  expect(sent).toMatchObject([{ address: 'a', kind: 'greeting', groupKey: 'g', payload: { text: 'hello' } }])
  const row = await db.selectFrom('delivery').selectAll().where('id', '=', String(id)).executeTakeFirstOrThrow()
  expect(row.payload).toEqual({})
  expect(row.sentAt).toBeInstanceOf(Date)
  await worker.stop()
})

test('a key is enqueued once, also by concurrent calls and after its delivery was sent', async () => {
  const { channel, sent, add } = channelOf()
  const ids = await Promise.all([1, 2, 3].map(() => add({ dedupeKey: 'one' }, { dedupeKey: 'two' })))
  expect(ids.flat()).toHaveLength(2)
  const worker = start([channel])
  await eventually(async () => expect(sent).toHaveLength(2))
  expect(await add({ dedupeKey: 'one' })).toEqual([])
  expect(await add({})).toHaveLength(1)
  await eventually(async () => expect(sent).toHaveLength(3))
  await worker.stop()
})

test('a rolled-back delivery is not sent', async () => {
  const { channel, sent, add } = channelOf()
  const failed = db.transaction().execute(async (transaction) => {
    await enqueue(transaction, [{ channel: channel.name, kind: 'letter', payload: {}, address: 'undone' }])
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await add({ address: 'done' })
  const worker = start([channel])
  await eventually(async () => expect(sent.map(({ address }) => address)).toEqual(['done']))
  await worker.stop()
})

test('retries follow the channel’s schedule until the delivery has failed', async () => {
  const { channel, sent, add } = channelOf(() => ({ result: 'later', code: 'busy' }))
  const outcomes: string[] = []
  const [id] = await add({})
  const worker = start([channel], { onOutcome: (_, result) => void outcomes.push(result) })
  await eventually(async () =>
    expect(await state(id)).toMatchObject({ state: 'failed', attempts: 3, lastError: 'busy' }),
  )
  await worker.stop()
  expect(sent.map(({ attempts }) => attempts)).toEqual([1, 2, 3])
  expect(outcomes).toEqual(['later', 'later', 'later'])
})

test('a schedule doubles up to its longest delay', () => {
  expect(doublingDelays(30, 200, 6)).toEqual([30, 60, 120, 200, 200])
})

test('a delay that the receiver requests is respected', async () => {
  const { channel, add } = channelOf(() => ({ result: 'later', code: 'busy', afterSeconds: 600 }))
  const [id] = await add({})
  const worker = start([channel])
  await eventually(async () => expect(await state(id)).toMatchObject({ state: 'waiting', lastError: 'busy' }))
  await worker.stop()
  const { rows } =
    await sql`select 1 from delivery where id = ${id} and next_attempt_at > now() + interval '9 minutes'`.execute(db)
  expect(rows).toHaveLength(1)
})

test('an expired delivery is not sent', async () => {
  const { channel, sent, add } = channelOf()
  const [late, inTime] = await add(
    { expiresAt: new Date(Date.now() - 1000), address: 'a' },
    { expiresAt: new Date(Date.now() + 3_600_000), address: 'b' },
  )
  const worker = start([channel])
  await eventually(async () => {
    expect(await state(late)).toMatchObject({ state: 'expired' })
    expect(await state(inTime)).toMatchObject({ state: 'sent' })
  })
  await worker.stop()
  expect(sent.map(({ address }) => address)).toEqual(['b'])
})

test('a delivery that is not due does not delay others', async () => {
  const { channel, sent, add } = channelOf()
  const [later] = await add({ notBefore: new Date(Date.now() + 3_600_000) }, { address: 'now' })
  const worker = start([channel])
  await eventually(async () => expect(sent.map(({ address }) => address)).toEqual(['now']))
  await worker.stop()
  expect(await state(later)).toMatchObject({ state: 'waiting', attempts: 0 })
  const queue = (await queueLengths(db)).find(({ channel: name }) => name === channel.name)
  expect(queue).toEqual({ channel: channel.name, waiting: 1, lagSeconds: 0 })
})

test('claims of a killed server are taken over when their lease ends', async () => {
  const stuck = Promise.withResolvers<Outcome>()
  const { channel, sent, add } = channelOf(() => stuck.promise)
  const [id] = await add({})
  const killed = start([channel])
  await eventually(async () => expect(sent).toHaveLength(1))
  const other = channelOf()
  const survivor = start([{ ...other.channel, name: channel.name }])
  const [second] = await add({ address: 'another' })
  await eventually(async () => expect(await state(second)).toMatchObject({ attempts: 1 }))
  expect(other.sent.filter((delivery) => delivery.id === id)).toEqual([])
  await db
    .updateTable('delivery')
    .set({ nextAttemptAt: new Date(0) })
    .where('id', '=', String(id))
    .execute()
  await eventually(async () => expect(await state(id)).toMatchObject({ state: 'sent', attempts: 2 }))
  expect(other.sent.filter((delivery) => delivery.id === id)).toHaveLength(1)
  stuck.resolve({ result: 'failed', code: 'late' })
  await Promise.all([killed.stop(), survivor.stop()])
  expect(await state(id)).toMatchObject({ state: 'sent', lastError: null })
})

test('several servers send each delivery once', async () => {
  const { channel, sent, add } = channelOf()
  await add(...Array.from({ length: 200 }, (_, number) => ({ address: `${number % 50}` })))
  const servers = [start([channel]), start([channel]), start([channel])]
  await eventually(async () =>
    expect(await queueLengths(db)).not.toContainEqual(expect.objectContaining({ channel: channel.name })),
  )
  await Promise.all(servers.map((server) => server.stop()))
  expect(new Set(sent.map(({ id }) => id)).size).toBe(200)
  expect(sent).toHaveLength(200)
})

test('limits concurrent deliveries and sends one at a time per receiver', async () => {
  const running = new Set<string | null>()
  let most = 0
  let isDoubled = false
  const { channel, sent, add } = channelOf(
    async ({ address }) => {
      isDoubled ||= running.has(address)
      running.add(address)
      most = Math.max(most, running.size)
      await sql`select 1`.execute(db)
      running.delete(address)
      return { result: 'delivered' }
    },
    { concurrency: 4 },
  )
  await add(...Array.from({ length: 60 }, (_, number) => ({ address: `${number % 10}` })))
  const worker = start([channel])
  await eventually(async () => expect(sent).toHaveLength(60))
  await worker.stop()
  expect(most).toBeLessThanOrEqual(4)
  expect(isDoubled).toBe(false)
})

test('a silent receiver delays neither others nor another channel', async () => {
  const stuck = Promise.withResolvers<Outcome>()
  const slow = channelOf(({ address }) => (address === 'stuck' ? stuck.promise : { result: 'sent' }), {
    concurrency: 4,
  })
  const quick = channelOf()
  await slow.add({ address: 'stuck' })
  const worker = start([slow.channel, quick.channel])
  await eventually(async () => expect(slow.sent).toHaveLength(1))
  await slow.add(...Array.from({ length: 20 }, (_, number) => ({ address: `${number}` })))
  await quick.add({})
  await eventually(async () => {
    expect(slow.sent).toHaveLength(21)
    expect(quick.sent).toHaveLength(1)
  })
  stuck.resolve({ result: 'sent' })
  await worker.stop()
})

test('a delivery that crashes its channel does not block the next one of its receiver', async () => {
  const { channel, sent, add } = channelOf(({ kind }) => {
    if (kind === 'bad') throw new Error('broken')
    return { result: 'sent' }
  })
  const [bad, good] = await add({ address: 'a', kind: 'bad' }, { address: 'a' })
  const unsendable: string[] = []
  const worker = start([channel], { onUnsendable: async ({ id }) => void unsendable.push(id) })
  await eventually(async () => expect((await state(bad))?.state).toBe('failed'))
  await worker.stop()
  expect(await state(bad)).toMatchObject({ attempts: 3, lastError: 'unexpected' })
  expect(await state(good)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(sent).toHaveLength(4)
  expect(unsendable).toEqual([bad, bad, bad])
})

test('a delivery with the highest attempt count does not block the others', async () => {
  const { channel, add } = channelOf()
  const [odd = '', id] = await add({ address: 'a' }, { address: 'b' })
  await db.updateTable('delivery').set({ attempts: 2_147_483_647 }).where('id', '=', odd).execute()
  const worker = start([channel])
  await eventually(async () => expect((await state(id))?.state).toBe('sent'))
  await worker.stop()
})

test('deliveries are sent while filling the queue fails', async () => {
  const { channel, add } = channelOf()
  const [id] = await add({})
  const worker = start([channel], { fill: () => Promise.reject(new Error('a bad row')) })
  await eventually(async () => expect((await state(id))?.state).toBe('sent'))
  const problems = Object.fromEntries(worker.state().map(({ name, problem }) => [name, problem]))
  expect(problems).toEqual({ notifications: 'a bad row', deliveries: null })
  await worker.stop()
})

test('alarms are sent while other deliveries of the channel and of the receiver hang', async () => {
  const hanging = Promise.withResolvers<Outcome>()
  const { channel, add } = channelOf(({ kind }) => (kind === 'letter' ? hanging.promise : { result: 'sent' }), {
    concurrency: 1,
  })
  await add({ address: 'a' }, { address: 'b' })
  const worker = start([channel])
  const [alarm] = await add({ address: 'a', kind: 'alarm', isUrgent: true })
  await eventually(async () => expect((await state(alarm))?.state).toBe('sent'))
  hanging.resolve({ result: 'sent' })
  await worker.stop()
})

test('deliveries of an unknown channel wait for a server that knows it', async () => {
  const { channel, add } = channelOf()
  const known = channelOf()
  const [id] = await add({})
  await known.add({})
  const worker = start([known.channel])
  await eventually(async () => expect(known.sent).toHaveLength(1))
  await worker.stop()
  expect(await state(id)).toMatchObject({ channel: channel.name, state: 'waiting', attempts: 0 })
})

test('receivers can confirm that a delivery arrived, and was seen', async () => {
  const { add } = channelOf()
  const [id = ''] = await add({})
  await confirmDelivery(db, id, 'delivered')
  expect(await state(id)).toMatchObject({ state: 'delivered', seenAt: null, deliveredAt: expect.any(Date) })
  await confirmDelivery(db, id, 'seen')
  await confirmDelivery(db, id, 'delivered')
  expect(await state(id)).toMatchObject({ state: 'seen', seenAt: expect.any(Date) })
})

test('deliveries are forgotten after 30 days', async () => {
  const { add } = channelOf()
  const [old, young] = await add({}, {})
  await sql`update delivery set created_at = now() - interval '31 days' where id = ${old}`.execute(db)
  expect(await runBatch(db, 'old deliveries', oldDeliveries, new Date())).toBe(1)
  expect((await statusOf(db, [String(old), String(young)])).map(({ id }) => id)).toEqual([young])
})
