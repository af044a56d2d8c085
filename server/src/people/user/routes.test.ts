import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addMember, addService } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const owner = await addMember(server.db, home, home.roleId, { type: 'Technician', isServerOwner: true })
const image = (width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
const photo = async (bytes: Uint8Array, name = 'me.jpg') => formOf({ file: { bytes, name, type: 'image/jpeg' } })

test('a profile changes only what was sent', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  await server.as(dana).patch('/user/profile', { firstName: 'Dana', lastName: 'Levi', phone: '+972 50 123 4567' })
  const answer = await server.as(dana).patch('/user/profile', { lastName: 'Cohen', language: 'he' })
  expect(answer.json()).toMatchObject({
    firstName: 'Dana',
    lastName: 'Cohen',
    phone: '+972 50 123 4567',
    language: 'he',
  })
})

test('fields that members may not set for themselves are ignored', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  const answer = await server
    .as(dana)
    .patch('/user/profile', { type: 'Technician', isServerOwner: true, firstName: 'D' })
  expect(answer.json()).toMatchObject({ type: 'Operator', isServerOwner: false, firstName: 'D' })
})

test('an invalid phone number and an empty name are reported, and nothing changes', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  const answer = await server.as(dana).patch('/user/profile', { firstName: ' ', phone: 'call me', lastName: 'New' })
  expect(answer.json()).toMatchObject({ code: 'invalid', fields: { firstName: 'form.required', phone: 'form.phone' } })
  expect((await server.as(dana).get('/user/profile')).json().lastName).toBe('')
})

test('the description is stored without scripts', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  const description = '<h2>Hi</h2><script>alert(1)</script><p onclick="x()">there</p><a href="javascript:x()">a</a>'
  const answer = await server.as(dana).patch('/user/profile', { description })
  expect(answer.json().description).toBe(
    '<h2>Hi</h2><p>there</p><a rel="noopener noreferrer nofollow" target="_blank">a</a>',
  )
})

test('turning sharing off erases the position', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  await server.db
    .updateTable('member')
    .set({ location: '(34.8,32.1)', enableGpsLocation: true })
    .where('id', '=', dana.id)
    .execute()
  const answer = await server.as(dana).patch('/user/profile', { enableGpsLocation: false })
  expect(answer.json().location).toBeNull()
})

test('a photo is stored, served without a session, replaced and removed', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  const first = (await server.as(dana).send('POST', '/user/profile-photo', await photo(await image()))).json()
  expect(first.photo).toMatch(/^\/api\/cohesion\/files\/[\w-]{20,}$/)
  const served = await server.app.inject({ url: first.photo })
  expect(served.statusCode).toBe(200)
  expect(served.headers['content-type']).toMatch(/^image\//)
  expect(served.headers['cache-control']).toContain('private')
  const second = (await server.as(dana).send('POST', '/user/profile-photo', await photo(await image(50)))).json()
  expect(second.photo).not.toBe(first.photo)
  expect((await server.as(dana).delete('/user/profile-photo')).json().photo).toBeNull()
})

test('rejects a file that is no image, too large or missing, and keeps the photo', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  const { photo: kept } = (await server.as(dana).send('POST', '/user/profile-photo', await photo(await image()))).json()
  const tries = [
    [await photo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 400, 'notAnImage'],
    [await photo(Buffer.alloc(2_000_001)), 413, 'fileSize'],
    [formOf({ name: 'x' }), 400, 'invalid'],
    [formOf({ other: { bytes: await image(), name: 'x.jpg', type: 'image/jpeg' } }), 400, 'invalid'],
  ] as const
  for (const [form, status, code] of tries) {
    const answer = await server.as(dana).send('POST', '/user/profile-photo', form)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  }
  expect((await server.as(dana).get('/user/profile')).json().photo).toBe(kept)
})

test('agreeing to the terms is remembered', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  expect((await server.as(dana).get('/user/profile')).json().timeTermsOfUseAgreed).toBeNull()
  const agreed = (await server.as(dana).post('/user/update-terms')).json().timeTermsOfUseAgreed
  expect(Date.parse(agreed)).toBeGreaterThan(0)
})

test('a deleted account loses its phone number and photo, and its token is invalid', async () => {
  const dana = await addMember(server.db, home, home.roleId)
  await server.as(dana).patch('/user/profile', { phone: '+972501234567' })
  await server.as(dana).send('POST', '/user/profile-photo', await photo(await image()))
  expect((await server.as(dana).delete('/user/profile')).statusCode).toBe(200)
  expect((await server.as(dana).get('/user/profile')).statusCode).toBe(401)
  const row = await server.db.selectFrom('member').selectAll().where('id', '=', dana.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ phone: null, photoFileId: null, firstName: dana.username })
})

test('the last server owner and the last Technician of a service cannot be deleted', async () => {
  const answer = await server.as(owner).delete('/user/profile')
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'lastServerOwner'])
  const depot = await addService(server.db, 'Depot')
  const only = await addMember(server.db, depot, depot.roleId, { type: 'Technician' })
  expect((await server.as(only).delete('/user/profile')).json().code).toBe('lastTechnician')
  const second = await addMember(server.db, depot, depot.roleId, { type: 'Technician' })
  const both = await Promise.all([server.as(only).delete('/user/profile'), server.as(second).delete('/user/profile')])
  expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
})
