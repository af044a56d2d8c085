import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { quarantine } from '../../platform/clock/quarantine.ts'
import { enqueue } from '../../platform/delivery/queue.ts'
import { hashPassword } from '../../platform/secret/passwords.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { startSmsGateway } from '../../testing/sms-gateway.ts'
import { readConfig } from '../config.ts'
import { checks, examine, thisMachine } from './doctor.ts'
import type { Patient } from './fault.ts'

const server = await testServer()
await server.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = server.app.server.address() as AddressInfo
const bay = await addService(server.db, 'Bay')

const onlyHere: typeof fetch = (url, options) =>
  new URL(String(url)).hostname === '0.0.0.0' ? fetch(url, options) : Promise.reject(new Error('no network'))

const patient = (environment: Record<string, string> = {}, more: Partial<Patient> = {}): Patient => ({
  config: readConfig({ COHESION_DATA: server.folder, PORT: String(port), ...environment }),
  pool: server.pool,
  isServing: true,
  now: () => new Date(),
  fetch: onlyHere,
  machine: thisMachine,
  ...more,
})
const namesOf = async (one: Patient) => (await examine(one)).map(({ name }) => name)

const stops: (() => void)[] = []
afterAll(() => {
  for (const stop of stops) stop()
})

/** A proxy in front of the server. Its address is not in `localHosts`, so the server counts as public. */
const proxy = async ({ isBuffering = false, strips = [] as string[] } = {}): Promise<string> => {
  const front = createServer((request, response) => {
    const given = { ...request.headers, 'x-forwarded-for': '203.0.113.7' }
    const headers = Object.fromEntries(Object.entries(given).filter(([name]) => !strips.includes(name)))
    get({ port, path: request.url, headers }, async (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (!isBuffering) return answer.pipe(response)
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      return response.end(Buffer.concat(parts))
    }).on('error', () => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  stops.push(() => front.close())
  return `http://0.0.0.0:${(front.address() as AddressInfo).port}`
}

test('a new local server lacks only backups and a map', async () => {
  expect(await namesOf(patient())).toEqual(['backups too old', 'map missing'])
})

test('each fault is one sentence with its remedy', async () => {
  for (const { sentence, remedy } of await examine(patient({ COHESION_PUBLIC_URL: 'http://map.example.invalid' }))) {
    expect(sentence).toMatch(/^[A-Z\d].*\.$/s)
    expect(remedy).toMatch(/^[A-Z].*\.$/s)
  }
})

test('finds a port that another program uses', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  stops.push(() => other.close())
  const taken = String((other.address() as AddressInfo).port)
  expect(await namesOf(patient({ PORT: taken }, { isServing: false }))).toContain('port taken')
})

test('finds a clock that differs from the database’s, and an unreachable database', async () => {
  expect(await namesOf(patient({}, { now: () => new Date(Date.now() + 90_000) }))).toContain('clock wrong')
  expect(await namesOf(patient({}, { pool: undefined }))).toContain('database away')
})

test('finds too little disk space, memory or file handles', async () => {
  const poor = { freeBytes: async () => 1e9, memoryBytes: () => 5e8, fileLimit: () => 1024 }
  const faults = await examine(patient({}, { machine: poor }))
  expect(faults.filter(({ name }) => /disk|memory|file/.test(name)).map(({ sentence }) => sentence)).toEqual([
    `Only 1.0 GB are free in ${server.folder}. When the disk is full, nothing can be saved.`,
    'The server has only 0.5 GB of memory.',
    'The server can open only 1024 files at a time, and every open page uses one.',
  ])
  const silent = { ...poor, freeBytes: async () => undefined }
  expect(await namesOf(patient({}, { machine: silent }))).not.toContain('disk nearly full')
})

test('finds a database that is too old or lacks an extension', async () => {
  const answering = (rows: Record<string, object[]>) =>
    ({
      query: async (text: string, values?: unknown[]) => ({
        ...(Object.entries(rows)
          .map(([word, found]) => (text.includes(word) ? { rows: found } : undefined))
          .find(Boolean) ?? (await server.pool.query(text, values))),
      }),
    }) as never
  expect(await namesOf(patient({}, { pool: answering({ server_version: [{ server_version: '14.9' }] }) }))).toContain(
    'database too old',
  )
  const faults = await examine(patient({}, { pool: answering({ pg_available_extensions: [{ name: 'cube' }] }) }))
  expect(faults.find(({ name }) => name === 'extension missing')?.sentence).toBe(
    'PostgreSQL has no pg_trgm, btree_gist.',
  )
})

test('finds an unreadable backup location', async () => {
  const faults = await examine(patient({ COHESION_BACKUP_TO: '/dev/null/backups' }))
  expect(faults.find(({ name }) => name === 'backups too old')?.sentence).toMatch(
    /cannot be read\. The backup location doesn’t exist\./,
  )
})

test('finds an unreachable mail server, and rejected mail', async () => {
  const mailServer = await startMailServer()
  stops.push(() => void mailServer.close())
  const withMail = (url: string) => patient({ COHESION_SMTP_URL: url, COHESION_MAIL_FROM: 'map@example.org' })
  expect(await namesOf(withMail(mailServer.url))).not.toContain('e-mail failing')
  const [id = ''] = await enqueue(server.db, [{ channel: 'email', kind: 'test', payload: {} }])
  await server.db.updateTable('delivery').set({ attempts: 1, lastError: 'smtp554' }).where('id', '=', id).execute()
  expect(await namesOf(withMail(mailServer.url))).toContain('e-mail failing')
  await server.db.deleteFrom('delivery').execute()
  expect(await namesOf(withMail('smtp://127.0.0.1:1'))).toContain('e-mail failing')
})

test('finds a phone that is unreachable, refuses the sign-in, or could not send the newest text', async () => {
  const gateway = await startSmsGateway()
  stops.push(() => void gateway.close())
  const withPhone = (url: string) => patient({ COHESION_SMS_GATEWAY_URL: url })
  expect(await namesOf(withPhone(gateway.url))).not.toContain('text messages failing')
  expect(await namesOf(withPhone(gateway.url.replace('secret', 'wrong')))).toContain('text messages failing')
  expect(await namesOf(withPhone('http://sms:secret@127.0.0.1:1'))).toContain('text messages failing')
  const [id = ''] = await enqueue(server.db, [{ channel: 'sms', kind: 'test', payload: {} }])
  await server.db.updateTable('delivery').set({ attempts: 1, lastError: 'smsFailed' }).where('id', '=', id).execute()
  expect(await namesOf(withPhone(gateway.url))).toContain('text messages failing')
  await server.db.deleteFrom('delivery').execute()
})

test('lists the rows that jobs cannot process, ten by name, and none when they are released', async () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const add = (row: number) =>
    quarantine(server.db, {
      job: 'rules on events',
      table: 'rule',
      id: `row${row}`,
      serviceId: bay.id,
      error: Object.assign(new Error('check'), { code: '23514' }),
      now: new Date(now.getTime() + row),
    })
  const fault = async () => (await examine(patient())).find(({ name }) => name === 'rows quarantined')
  expect(await fault()).toBeUndefined()
  await add(1)
  expect((await fault())?.sentence).toBe('Jobs cannot process these rows: rule row1 (rules on events, 23514).')
  for (let row = 2; row <= 12; row++) await add(row)
  const names = (await fault())?.values.names?.split('; ')
  expect([names?.length, names?.[0], names?.[10]]).toEqual([11, 'rule row1 (rules on events, 23514)', '+2'])
  await server.db.deleteFrom('quarantine').execute()
  expect(await fault()).toBeUndefined()
})

test('finds a clock that has stopped, and one whose jobs fail', async () => {
  const fault = async () => (await examine(patient())).find(({ name }) => name === 'clock stopped')
  const set = (name: string, values: { tickedAt: Date; problems?: string[]; failingSince?: Date }) =>
    server.db
      .insertInto('serverClock')
      .values({ server: name, problems: [], ...values })
      .execute()
  const minuteAgo = new Date(Date.now() - 60_000)
  await set('ticking:1', { tickedAt: new Date() })
  expect(await fault()).toBeUndefined()
  await set('failing:2', { tickedAt: new Date(), problems: ['mutes'], failingSince: minuteAgo })
  await set('stopped:3', { tickedAt: minuteAgo })
  expect((await fault())?.values.names).toBe('failing:2: mutes; stopped:3')
  await server.db.deleteFrom('serverClock').where('server', 'in', ['failing:2', 'stopped:3']).execute()
  expect(await fault()).toBeUndefined()
})

describe('a public server', async () => {
  const open = await proxy()
  const holdingBack = await proxy({ isBuffering: true })

  test('without encryption, with the default API key', async () => {
    const names = await namesOf(patient({ COHESION_PUBLIC_URL: open }))
    expect(names).toContain('public address is not https')
    expect(names).toContain('default key')
    expect(names).toContain('proxy not trusted')
    expect(names).toContain('push blocked')
    expect(names).not.toContain('public address not reachable')
    expect(names).not.toContain('proxy holds streams back')
  })

  test('behind a proxy that buffers live messages', async () => {
    expect(await namesOf(patient({ COHESION_PUBLIC_URL: holdingBack }))).toContain('proxy holds streams back')
  })

  test('behind a proxy that strips headers', async () => {
    const stripped = async (strips: string[], more = {}) => {
      const faults = await examine(patient({ COHESION_PUBLIC_URL: await proxy({ strips }), ...more }))
      return faults.find(({ name }) => name === 'proxy strips headers')?.values.names
    }
    const trusting = { COHESION_TRUST_PROXY: '127.0.0.1' }
    expect(await stripped([], trusting)).toBeUndefined()
    expect(await stripped(['authorization', 'last-event-id'])).toBe('authorization, last-event-id')
    expect(await stripped(['x-forwarded-for'], trusting)).toBe('x-forwarded-for')
    expect(await stripped(['x-forwarded-for'])).toBeUndefined()
  })

  test('with an unreachable address', async () => {
    const nowhere = 'http://map.example.invalid'
    expect(await namesOf(patient({ COHESION_PUBLIC_URL: nowhere }))).toContain('public address not reachable')
  })

  test('with demo accounts that have the known password', async () => {
    const { id } = await addMember(server.db, bay, bay.roleId)
    await server.db
      .updateTable('member')
      .set({ username: 'technician', passwordHash: await hashPassword('cohesion-demo') })
      .where('id', '=', id)
      .execute()
    expect(await namesOf(patient({ COHESION_PUBLIC_URL: open }))).toContain('demo accounts')
    await server.db
      .updateTable('member')
      .set({ passwordHash: await hashPassword('a password of their own') })
      .where('id', '=', id)
      .execute()
    expect(await namesOf(patient({ COHESION_PUBLIC_URL: open }))).not.toContain('demo accounts')
  })
})

test('a check that throws is reported', async () => {
  const broken = { ...server.pool, query: () => Promise.reject(new Error('no more')) } as never
  const faults = await examine(patient({}, { pool: broken }))
  expect(faults.map(({ sentence }) => sentence).join(' ')).toContain('databaseOld could not be checked: no more.')
  expect(checks.length).toBeGreaterThanOrEqual(15)
})
