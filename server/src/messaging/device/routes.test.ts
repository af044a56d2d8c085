import { expect, test } from 'vitest'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

test('each member has its own key, the same on every device and forever', async () => {
  const server = await testServer()
  const home = await addService(server.db, 'Home')
  const dana = await addMember(server.db, home, home.roleId)
  const omer = await addMember(server.db, home, home.roleId)
  const keyOf = async (who: typeof dana) => (await server.as(who).get('/user/device-key')).json().key
  const key = await keyOf(dana)
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(await keyOf(dana)).toBe(key)
  expect(await keyOf(omer)).not.toBe(key)
  expect((await server.anyone.get('/user/device-key')).statusCode).toBe(401)
})
