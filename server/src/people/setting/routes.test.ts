import net from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Notice } from '#contract'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
const bay = await addService(server.db, 'Bay')
const owner = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Technician', isServerOwner: true }))
const operator = server.as(await addMember(server.db, bay, bay.roleId))
const noticesOf = async (who: typeof operator): Promise<Notice[]> => (await who.get('/settings')).json().notices

test('a notice by the owner is read by all members until it expires or is removed', async () => {
  await owner.post('/settings/notices', { text: 'Maintenance tonight', translations: { he: { text: 'תחזוקה הלילה' } } })
  const past = new Date(Date.now() - 1000).toISOString()
  await owner.post('/settings/notices', { text: 'Over', expiresAt: past })
  const [notice, ...more] = await noticesOf(operator)
  expect(more).toEqual([])
  expect(notice).toMatchObject({ text: 'Maintenance tonight', translations: { he: { text: 'תחזוקה הלילה' } } })
  expect(await noticesOf(server.anyone)).toEqual([])
  expect((await owner.delete(`/settings/notices/${notice?._id}`)).statusCode).toBe(200)
  expect(await noticesOf(operator)).toEqual([])
  expect((await owner.delete(`/settings/notices/${notice?._id}`)).statusCode).toBe(404)
})

test("the server's state is visible to its Technicians", async () => {
  const health = (await owner.get('/settings/health')).json()
  expect(health).toMatchObject({ node: process.version, database: expect.stringMatching(/^\d/) })
  expect(health.databaseMb).toBeGreaterThan(0)
})

test('replies contain the retention of nightly backups', async () => {
  const days = async () => (await server.anyone.get('/settings')).json().backupDays
  await owner.patch('/backups/nightly', { isOn: true, keep: 9 })
  expect(await days()).toBe(9)
  await owner.patch('/backups/nightly', { isOn: false })
  expect(await days()).toBeNull()
})

test('in offline mode, checks that would contact another host say so and contact none', async () => {
  const tests = [
    ['/service/check-map', { kind: 'geocoder', url: 'https://geocoder.example/' }],
    ['/service/check-map', { kind: 'style', url: 'https://maps.example/style.json' }],
    ['/public-actions/check-url', { url: 'https://trees.example/' }],
  ] as const
  const connect = vi.spyOn(net.Socket.prototype, 'connect')
  await owner.patch('/settings', { offlineMode: true })
  for (const [path, body] of tests) {
    const refused = await owner.post(path, body)
    expect([refused.statusCode, refused.json().code], path).toEqual([409, 'offlineMode'])
  }
  const hosts = connect.mock.calls.map(([options]) => (options as { host?: string }).host ?? '')
  expect(hosts.filter((host) => host.endsWith('.example'))).toEqual([])
  connect.mockRestore()
  await owner.patch('/settings', { offlineMode: false })
  expect((await owner.post('/public-actions/check-url', { url: 'http://127.0.0.1/' })).json()).toEqual({
    isReachable: false,
  })
})

test('terms are required in the main language, which is the fallback for others', async () => {
  const hebrew = await addService(server.db, 'Haifa')
  await server.db.updateTable('service').set({ mainLanguage: 'he' }).where('id', '=', hebrew.id).execute()
  const admin = server.as(await addMember(server.db, hebrew, hebrew.roleId, { type: 'Admin' }))
  const refused = await admin.post('/settings/terms', { en: '<p>Be kind.</p>' })
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { he: 'form.required' }])
  const published = await admin.post('/settings/terms', { he: '<p>היו אדיבים.</p>' })
  expect(published.json().terms).toEqual({ he: '<p>היו אדיבים.</p>', en: '<p>היו אדיבים.</p>' })
})
