import sharp from 'sharp'
import { expect, test } from 'vitest'
import { BASE_PATH, DROP_COPY } from '#contract'
import { addMember, addService } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer({ COHESION_TRUST_PROXY: 'loopback' })
const bay = await addService(server.db, 'Bay')
const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#4a7' } })
  .jpeg()
  .toBuffer()

const setPhoto = async () => {
  const dana = await addMember(server.db, bay, bay.roleId)
  const form = formOf({ file: { bytes: photo, name: 'me.jpg', type: 'image/jpeg' } })
  const profile = (await server.as(dana).send('POST', '/user/profile-photo', form)).json()
  return { dana, url: profile.photo as string }
}

test('an image is served by its address without a key and cached', async () => {
  const { url } = await setPhoto()
  const full = await server.app.inject({ url })
  expect(full.statusCode).toBe(200)
  expect(full.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    etag: '"full"',
  })
  expect(full.rawPayload.length).toBe(Number(full.headers['content-length']))
  const thumb = await server.app.inject({ url: `${url}?size=thumb` })
  expect(thumb.rawPayload.length).toBeLessThan(full.rawPayload.length)

  const again = await server.app.inject({ url, headers: { 'if-none-match': '"full"' } })
  expect(again.statusCode).toBe(304)
  expect(again.rawPayload).toHaveLength(0)
  const head = await server.app.inject({ method: 'HEAD', url })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-length']).toBe(full.headers['content-length'])
})

test('a visitor’s device keeps no copy', async () => {
  const { url } = await setPhoto()
  const { statusCode, headers } = await server.app.inject({ url: `${url}?size=thumb&copy=none` })
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'no-store'])
})

test('a replaced photo and an unknown address are 404', async () => {
  const { dana, url } = await setPhoto()
  const form = formOf({ file: { bytes: photo, name: 'me.jpg', type: 'image/jpeg' } })
  await server.as(dana).send('POST', '/user/profile-photo', form)
  for (const gone of [url, `${BASE_PATH}/files/${'x'.repeat(32)}`, `${BASE_PATH}/files/..%2F..%2Fetc`]) {
    const answer = await server.app.inject({ url: gone })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'notFound' })
  }
})

test('guessed addresses are limited, existing ones are still served', async () => {
  const { url } = await setPhoto()
  const headers = { 'x-forwarded-for': '10.7.0.1' }
  const statusOf = async (address: string) => (await server.app.inject({ url: address, headers })).statusCode
  const made = Array.from({ length: 12 }, (_, n) => `${BASE_PATH}/files/${String(n).padStart(32, 'x')}`)
  const statuses: number[] = []
  for (const address of made) statuses.push(await statusOf(address))
  expect(statuses).toEqual([...Array(10).fill(404), 429, 429])
  expect(await statusOf(url)).toBe(200)
})

test('a page can clear its browser’s copy without learning whether the file exists', async () => {
  const { url } = await setPhoto()
  for (const address of [url, `${BASE_PATH}/files/${'x'.repeat(32)}`]) {
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: address, headers: DROP_COPY })
    expect([statusCode, headers['cache-control'], rawPayload.length]).toEqual([204, 'no-store', 0])
  }
})
