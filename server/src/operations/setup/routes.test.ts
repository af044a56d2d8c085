import { expect, test } from 'vitest'
import { testServer } from '../../testing/server.ts'
import * as setups from './queries.ts'

const wish = { serviceTitle: 'Rescue', username: 'tami', password: 'a long password', firstName: 'Tami' }

test('the first run creates the service and its Technician once, with the printed token', async () => {
  const server = await testServer()
  const token = await setups.token(server.db)
  const wrong = await server.anyone.post('/setup', { ...wish, token: 'guess' })
  expect([wrong.statusCode, wrong.json().code]).toEqual([403, 'setupToken'])
  const weak = await server.anyone.post('/setup', { ...wish, token, password: 'password123' })
  expect(weak.json().fields).toEqual({ password: 'form.passwordCommon' })

  const answers = await Promise.all([
    server.anyone.post('/setup', { ...wish, token }),
    server.anyone.post('/setup', { ...wish, token, username: 'other' }),
  ])
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  const { accessToken } = answers.find((answer) => answer.statusCode === 200)?.json() ?? {}
  const profile = (await server.as({ token: accessToken }).get('/user/profile')).json()
  expect(profile).toMatchObject({ type: 'Technician', isServerOwner: true, service: { title: 'Rescue' } })
  expect((await server.anyone.post('/setup', { ...wish, token })).json().code).toBe('setupDone')
})

test('guessing the token is limited', async () => {
  const server = await testServer()
  for (let n = 0; n < 10; n++) await server.anyone.post('/setup', { ...wish, token: `guess ${n}` })
  expect((await server.anyone.post('/setup', { ...wish, token: 'guess' })).statusCode).toBe(429)
})
