import { expect, test } from 'vitest'
import { addMember, addService } from '../testing/people.ts'
import { testServer } from '../testing/server.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const admin = await addMember(server.db, home, home.roleId, { type: 'Admin' })
const dana = await addMember(server.db, home, home.roleId)
const stranger = await addMember(server.db, foreign, foreign.roleId)
const settingsOf = async (who: { token: string }) => (await server.as(who).get('/settings')).json()

test('new terms ask everyone of the service again, and nobody else', async () => {
  await server.as(dana).post('/user/update-terms')
  const agreed = (await server.as(dana).get('/user/profile')).json().timeTermsOfUseAgreed
  const answer = await server.as(admin).post('/settings/terms', { en: '<p>Be kind.</p><script>x</script>', he: '' })
  expect(answer.json().terms).toEqual({ en: '<p>Be kind.</p>', he: '<p>Be kind.</p>' })
  const { termsOfUseUpdateTime } = await settingsOf(dana)
  expect(Date.parse(termsOfUseUpdateTime)).toBeGreaterThan(Date.parse(agreed))
  expect(await settingsOf(stranger)).toMatchObject({ terms: null, termsOfUseUpdateTime: null })
  const told = await server.db.selectFrom('outbox').select('body').where('serviceId', '=', home.id).execute()
  expect(told.map(({ body }) => body)).toContainEqual({ type: 'SERVICE_UPDATED', serviceId: home.id })
})

test('each language has its own words', async () => {
  await server.as(admin).post('/settings/terms', { en: '<p>Be kind.</p>', he: '<p>היו אדיבים.</p>' })
  expect((await settingsOf(dana)).terms).toEqual({ en: '<p>Be kind.</p>', he: '<p>היו אדיבים.</p>' })
})

test('terms that say nothing are refused by their field', async () => {
  for (const en of ['', '<p> </p>'])
    expect((await server.as(admin).post('/settings/terms', { en })).json().fields).toEqual({ en: 'form.required' })
})
