import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { addService } from '../../testing/people.ts'
import type { Channel, Delivery, Outcome } from './channel.ts'
import { claim, waitingServices } from './claim.ts'
import { enqueue, type NewDelivery } from './queue.ts'
import { startDeliveryWorker } from './worker.ts'

const { db, close } = await testDatabase()
const stops: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await close()
})
const bay = await addService(db, 'Bay')
const valley = await addService(db, 'Valley')
beforeEach(async () => {
  await sql`truncate delivery`.execute(db)
})

const lane = { channel: 'radio', isUrgent: true }
const add = (service: { id: string }, deliveries: readonly Partial<NewDelivery>[]) =>
  enqueue(
    db,
    deliveries.map((delivery) => ({
      channel: 'radio',
      kind: 'alarm',
      payload: {},
      serviceId: service.id,
      isUrgent: true,
      ...delivery,
    })),
  )
const receivers = (count: number, name = 'receiver') =>
  Array.from({ length: count }, (_, number) => ({ address: `${name} ${number}` }))

/** A worker whose deliveries to `Bay` hang until they are released. */
const startStuck = (more: Partial<Channel> = {}) => {
  const release = Promise.withResolvers<Outcome>()
  const sent: Delivery[] = []
  const send = async (delivery: Delivery): Promise<Outcome> => {
    sent.push(delivery)
    return delivery.serviceId === bay.id ? release.promise : { result: 'sent' }
  }
  const worker = startDeliveryWorker({
    db,
    channels: [{ name: 'radio', concurrency: 8, retrySeconds: [1, 1], send, ...more }],
    log: { warn: () => {} },
    timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 },
  })
  const stop = () => {
    release.resolve({ result: 'sent' })
    return worker.stop()
  }
  stops.push(stop)
  return { sent, stop, of: ({ id }: { id: string }) => sent.filter(({ serviceId }) => serviceId === id) }
}

test("an alarm to 2,000 receivers that hang does not delay another service's alarm to them", async () => {
  await add(bay, receivers(2_000))
  const { of, stop } = startStuck()
  await eventually(() => expect(of(bay)).toHaveLength(4))
  await add(valley, receivers(20))
  await eventually(() => expect(of(valley)).toHaveLength(20))
  expect(of(bay), 'half of the slots at most').toHaveLength(4)
  await stop()
})

test('a receiver that hangs takes one slot, however many deliveries wait for it', async () => {
  await add(bay, Array(500).fill({ address: 'slow webhook' }))
  await add(bay, receivers(2))
  const { of, stop } = startStuck()
  await eventually(() => expect(of(bay)).toHaveLength(3))
  expect(of(bay).map(({ address }) => address)).toEqual(
    expect.arrayContaining(['slow webhook', 'receiver 0', 'receiver 1']),
  )
  await stop()
})

test('services take turns while all of them have more than the lane can send', async () => {
  const services = [bay, valley, await addService(db, 'Hill'), await addService(db, 'Shore')]
  for (const service of services) await add(service, receivers(5, service.id))
  const order: (string | null)[] = []
  const worker = startDeliveryWorker({
    db,
    channels: [
      {
        name: 'radio',
        concurrency: 1,
        retrySeconds: [],
        send: async ({ serviceId }) => {
          order.push(serviceId)
          return { result: 'sent' }
        },
      },
    ],
    log: { warn: () => {} },
    timing: { pollMs: 20, gatherMs: 1 },
  })
  await eventually(() => expect(order).toHaveLength(20))
  await worker.stop()
  for (let round = 0; round < 5; round++) expect(new Set(order.slice(round * 4, round * 4 + 4)).size).toBe(4)
})

test('due deliveries of one receiver are merged, and those of others are not', async () => {
  await add(bay, [...Array(30).fill({ address: 'phone' }), { address: 'tablet' }])
  const share = { ...lane, service: bay.id, slots: 4 }
  const single = await db.transaction().execute((transaction) => claim(transaction, [{ ...share, merges: false }], []))
  expect(single.map(({ address }) => address)).toEqual(['phone', 'tablet'])
  const rest = await claim(db, [{ ...share, merges: true }], [])
  expect(rest.map(({ address }) => address)).toEqual(Array(29).fill('phone'))
})

test('a delivery that breaks the summary is named and runs out of attempts, and the others are sent', async () => {
  const unsendable: string[] = []
  const worker = startDeliveryWorker({
    db,
    channels: [
      {
        name: 'radio',
        concurrency: 4,
        retrySeconds: [1, 1],
        send: async ({ payload }) => {
          if (JSON.stringify(payload).includes('bad')) throw new Error('broken')
          return { result: 'sent' }
        },
        summarise: async (deliveries) => ({ all: deliveries.map(({ payload }) => payload) }),
      },
    ],
    log: { warn: () => {} },
    onUnsendable: async ({ id }) => void unsendable.push(id),
    timing: { pollMs: 20, gatherMs: 1, retryFactor: 0 },
  })
  const [bad, ...good] = await add(bay, [
    { address: 'phone', payload: { text: 'bad' } },
    { address: 'phone', payload: { text: 'good' } },
    { address: 'phone', payload: { text: 'good' } },
  ])
  const states = async () => {
    const rows = await db.selectFrom('delivery').select(['id', 'state', 'lastError']).execute()
    return Object.fromEntries(rows.map(({ id, state, lastError }) => [id, lastError ?? state]))
  }
  await eventually(async () =>
    expect(await states()).toEqual({
      ...Object.fromEntries(good.map((id) => [id, 'sent'])),
      [String(bad)]: 'unexpected',
    }),
  )
  await eventually(() => expect(unsendable).toEqual([bad, bad, bad]))
  await worker.stop()
})

test('a service without due deliveries takes no turn', async () => {
  await add(bay, [{ address: 'a' }, { address: 'b', isUrgent: false }])
  await add(valley, [{ address: 'a', notBefore: new Date(Date.now() + 3_600_000) }])
  await enqueue(db, [{ channel: 'radio', kind: 'letter', payload: {}, isUrgent: true }])
  expect(await waitingServices(db, [lane])).toEqual([
    { ...lane, service: '00000000-0000-0000-0000-000000000000' },
    { ...lane, service: bay.id },
  ])
})

test('claiming reads few rows of a service with 20,000 waiting ones', async () => {
  await sql`insert into delivery (id, channel, kind, service_id, address, payload, is_urgent)
    select gen_random_uuid(), 'radio', 'alarm', ${bay.id}, 'receiver ' || n % 5000, '{}', true
    from generate_series(1, 20000) n`.execute(db)
  await sql`analyze delivery`.execute(db)
  const read = async (transaction: typeof db) => {
    const { rows } = await sql<{ count: number }>`
      select coalesce(idx_tup_fetch, 0) + seq_tup_read as count from pg_stat_xact_user_tables where relname = 'delivery'`.execute(
      transaction,
    )
    return rows[0]?.count ?? 0
  }
  await db.transaction().execute(async (transaction) => {
    const before = await read(transaction)
    expect(await waitingServices(transaction, [lane])).toEqual([{ ...lane, service: bay.id }])
    const claimed = await claim(transaction, [{ ...lane, service: bay.id, slots: 16, merges: true }], [])
    expect(new Set(claimed.map(({ receiver }) => receiver)).size).toBe(16)
    expect((await read(transaction)) - before).toBeLessThan(1_000)
  })
})
