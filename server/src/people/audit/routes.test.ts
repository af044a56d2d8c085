import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AuditEntry, AuditPage } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const other = await addService(server.db, 'Other')
const dana = await addMember(server.db, bay, bay.roleId, { type: 'Admin', username: 'dana' })
const admin = server.as(dana)
const foreigner = server.as(await addMember(server.db, other, other.roleId, { type: 'Admin' }))
const operator = server.as(await addMember(server.db, bay, bay.roleId, { username: 'omer' }))
const read = async (query = ''): Promise<AuditPage> => (await admin.get(`/audit${query}`)).json()
const summaries = (entries: AuditEntry[]) => entries.map(({ action, targetName }) => `${action} ${targetName}`)

await admin.post('/actions', { name: 'Pump', unit: 'Number', value: '1' })
await admin.post('/actions', { name: 'Tow', unit: 'Number', value: '1' })
await operator.post('/actions', { name: 'Sneak', unit: 'Number', value: '1' })
await foreigner.post('/actions', { name: 'Elsewhere', unit: 'Number', value: '1' })

test('the audit lists actions and refusals of the member’s service, newest first', async () => {
  const { entries } = await read()
  expect(summaries(entries)).toEqual(['action.edit null', 'action.create Tow', 'action.create Pump'])
  expect(entries[0]).toMatchObject({ outcome: 'refused', memberName: 'omer', detail: { path: '/actions' } })
  expect(entries[1]).toMatchObject({ outcome: 'done', memberId: dana.id, targetKind: 'action' })
})

test.each([
  ['?outcome=refused', ['action.edit null']],
  [`?member=${dana.id}`, ['action.create Tow', 'action.create Pump']],
  ['?action=action.create&find=pum', ['action.create Pump']],
  ['?find=DANA', ['action.create Tow', 'action.create Pump']],
  ['?find=%25', []],
  [`?startTime=${Date.now() + 60_000}`, []],
  [`?endTime=${Date.now() - 60_000}`, []],
])('%s narrows it', async (query, expected) => {
  expect(summaries((await read(query)).entries)).toEqual(expected)
})

test('the audit is searched by names stored in details', async () => {
  const drawn = {
    name: 'Old harbour',
    coordinates: [
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 1],
      ],
    ],
  }
  expect((await admin.post('/service/region', drawn)).statusCode).toBe(200)
  expect(summaries((await read('?find=old%20harb')).entries)).toEqual(['region.edit null'])
})

test('pages have no gaps and no duplicates', async () => {
  const first = await read('?limit=2')
  const second = await read(`?limit=2&cursor=${first.nextCursor}`)
  expect(summaries([...first.entries, ...second.entries])).toEqual(summaries((await read()).entries))
  expect(second.nextCursor).toBeNull()
})

test('the same refusal of the same caller is one line an hour, with a count', async () => {
  const noa = server.as(await addMember(server.db, bay, bay.roleId, { username: 'noa' }))
  for (let n = 0; n < 5; n++) await noa.delete(`/actions/${newId()}`)
  await noa.post('/actions', { name: 'Sneak', unit: 'Number', value: '1' })
  const { entries } = await read('?outcome=refused&find=noa')
  expect(entries.map(({ count, detail }) => [count, detail.method])).toEqual([
    [1, 'POST'],
    [5, 'DELETE'],
  ])
  expect(entries[1] && entries[1].lastAt >= entries[1].at).toBe(true)
})

test('the database refuses to change or delete a line', async () => {
  for (const statement of [
    sql`update audit set member_name = 'someone else'`,
    sql`delete from audit`,
    sql`truncate audit`,
  ])
    await expect(statement.execute(server.db)).rejects.toThrow('the audit is append-only')
})
