import { expect, test } from 'vitest'
import type { Aoi, HeldReport } from '#contract'
import { addEventType, reportForm } from '../../testing/events.ts'
import { eventually } from '../../testing/eventually.ts'
import { picture, showsFace, strokes } from '../../testing/face-picture.ts'
import { startS3 } from '../../testing/s3-bucket.ts'
import { visitorScene } from '../../testing/visitors.ts'

const { objects, credentials } = await startS3()
const { server, home, dana, sent } = await visitorScene({
  S3_ENDPOINT: credentials.endpoint,
  S3_REGION: credentials.region,
  S3_BUCKET: 'cohesion',
  S3_ACCESS_KEY_ID: credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
})
const file = { bytes: picture, name: 'crash.png', type: 'image/png' }

const facesInBucket = async (): Promise<string[]> => {
  const seen = await Promise.all(
    [...objects].map(async ([path, { bytes }]) => ((await showsFace(bytes)) ? [path] : [])),
  )
  return seen.flat()
}
const cover = async (address: string): Promise<string> => {
  const answer = await server.as(dana).post('/cover/photo', { file: address.split('/').at(-1), strokes })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().photo
}

const expectCovered = async (before: string) => {
  const token = before.split('/').at(-1)
  const original = [`cohesion/${token}`, `cohesion/${token}.thumb`]
  expect((await facesInBucket()).toSorted()).toEqual(original)
  const after = await cover(before)
  await eventually(async () => expect(await facesInBucket()).toEqual([]))
  for (const path of original) expect(objects.has(path)).toBe(false)
  for (const size of ['full', 'thumb']) {
    expect((await server.app.inject({ url: `${before}?size=${size}` })).statusCode).toBe(404)
    const { statusCode, rawPayload } = await server.app.inject({ url: `${after}?size=${size}` })
    expect([statusCode, await showsFace(rawPayload)]).toEqual([200, false])
  }
}

test('a face covered in the queue leaves no object in the bucket', async () => {
  await server.as(dana).post('/review/hold', { isOn: true })
  const { _id } = await sent({ parts: { file } })
  await server.as(dana).post('/review/hold', { isOn: false })
  const [report] = (await server.as(dana).get('/review/reports')).json() as HeldReport[]
  expect(report?._id).toBe(_id)
  await expectCovered(report?.image ?? '')
})

test('a face covered on an event leaves no object in the bucket', async () => {
  const type = await addEventType(server.db, home, { name: 'Accident' })
  const event = (await server.as(dana).send('POST', '/aoi', reportForm(type, { file }))).json() as Aoi
  await expectCovered(event.properties.map[0]?.image ?? '')
})
