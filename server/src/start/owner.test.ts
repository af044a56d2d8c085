import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { hashPassword } from '../platform/secret/passwords.ts'
import { addMember, addService } from '../testing/people.ts'
import { testServer } from '../testing/server.ts'
import { letOwnerIn } from './owner.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const password = 'correct horse battery'
const passwordHash = await hashPassword(password)
const add = (username: string, isServerOwner: boolean) =>
  addMember(server.db, home, home.roleId, { username, type: 'Technician', isServerOwner, passwordHash })

test('the console lets the owner in without password, phone and recovery codes', async () => {
  await expect(letOwnerIn(server, 'https://example.org')).rejects.toThrow('no owner yet')
  const owner = await add('olga', true)
  await add('tom', false)
  const { secret } = (await server.as(owner).post('/auth/second-factor', { password })).json()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  expect((await server.as(owner).post('/auth/second-factor/confirm', { code })).statusCode).toBe(200)

  const { username, link, wasFactorOn } = await letOwnerIn(server, 'https://example.org')
  expect([username, wasFactorOn]).toEqual(['olga', true])
  expect((await server.as(owner).get('/user/profile')).statusCode).toBe(401)
  const token = new URL(link).searchParams.get('reentry')
  const { accessToken } = (await server.anyone.post(`/auth/re-entry/${token}`, { password: 'a fine new one' })).json()
  const entered = server.as({ token: accessToken })
  expect((await entered.get('/user/profile')).json().secondFactor.isOn).toBe(false)
  const { events } = (await entered.get('/auth/sessions')).json()
  expect(events).toContainEqual(expect.objectContaining({ what: 'factorReset', by: 'console' }))
})

test('with several owners one must be named', async () => {
  await add('ola', true)
  await expect(letOwnerIn(server, 'https://example.org')).rejects.toThrow('Name one of them: ola, olga')
  await expect(letOwnerIn(server, 'https://example.org', 'tom')).rejects.toThrow('tom does not own this server')
  expect((await letOwnerIn(server, 'https://example.org', 'OLA')).username).toBe('ola')
})

test('without an owner the named Technician becomes the owner', async () => {
  await server.db.updateTable('member').set({ isServerOwner: false }).execute()
  await expect(letOwnerIn(server, 'https://example.org')).rejects.toThrow('Name the Technician who should own it')
  await expect(letOwnerIn(server, 'https://example.org', 'nobody')).rejects.toThrow('no Technician with the username')
  expect(await letOwnerIn(server, 'https://example.org', 'Tom')).toMatchObject({ username: 'tom', isNew: true })
  expect((await letOwnerIn(server, 'https://example.org')).isNew).toBe(false)
})
