import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Aoi, LogEntry } from '#contract'
import { newId } from '../../../platform/db/id.ts'
import { addEventType, reportForm } from '../../../testing/events.ts'
import { addMember, addService } from '../../../testing/people.ts'
import { formOf, testServer } from '../../../testing/server.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const medics = await addService(server.db, 'Medics')
const dana = await addMember(server.db, home, home.roleId, { username: 'dana' })
const omer = await addMember(server.db, home, home.roleId, { username: 'omer' })
const medic = await addMember(server.db, home, medics.roleId, { username: 'medic' })
const flood = await addEventType(server.db, home, { name: 'Flood' })

const addAction = async (more: Record<string, unknown> = {}) => {
  const id = newId()
  const row = {
    id,
    serviceId: home.id,
    name: 'Sandbags',
    unit: 'Number' as const,
    value: '10',
    ...more,
  }
  await server.db.insertInto('action').values(row).execute()
  await server.db.insertInto('roleAction').values({ roleId: home.roleId, actionId: id }).execute()
  return id
}
const report = async () => (await server.as(dana).send('POST', '/aoi', reportForm(flood))).json() as Aoi
const log = (number: number, body: object, who = omer) => server.as(who).post(`/aoi/${number}/add-log`, body)

describe('a text', () => {
  test('is restricted by default, and keeps the sent keywords', async () => {
    const { number } = await report()
    const entry = (
      await log(number, { text: ' On my way ', keywords: ['eta'], sendNotification: false })
    ).json() as LogEntry
    expect(entry).toMatchObject({
      text: 'On my way',
      type: 'text',
      username: 'omer',
      restricted: true,
      keywords: ['eta'],
      sendNotification: false,
      number,
      isSystem: false,
    })
    expect((await log(number, { text: 'Road open', restricted: false })).json().restricted).toBe(false)
  })

  test('is required and must not be empty', async () => {
    const { number } = await report()
    const answer = await log(number, { text: '   ' })
    expect(answer.json()).toMatchObject({ statusCode: 400, fields: { text: 'form.required' } })
  })

  test('sent again with its nonce is one entry', async () => {
    const aoi = await report()
    const body = { text: 'Once', nonce: '1700000000000', datetime: 1700000000000 }
    const first = await log(aoi.number, body)
    const again = await log(aoi.number, body)
    expect(again.json()._id).toBe(first.json()._id)
    const other = await log(aoi.number, { ...body, text: 'Another' })
    expect(other.json()._id).not.toBe(first.json()._id)
    expect(first.json().datetime).toBe(new Date(1700000000000).toISOString())
  })
})

describe('an action', () => {
  test('without a custom value logs its own, with name and unit as they are now', async () => {
    const { number } = await report()
    const id = await addAction()
    const entry = (await log(number, { type: 'action', params: [id] })).json() as LogEntry
    expect(entry.action).toEqual({ _id: id, name: 'Sandbags', translations: {}, unit: 'Number', value: '10' })
    await server.db.updateTable('action').set({ name: 'Bags', value: '99' }).where('id', '=', id).execute()
    const kept = (await server.as(dana).get(`/aoi/filtered?search=`)).statusCode
    expect(kept).toBe(200)
    const stored = await server.db
      .selectFrom('logEntry')
      .selectAll()
      .where('id', '=', entry._id)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ actionName: 'Sandbags', value: '10', valueNumber: 10 })
  })

  test.each([
    ['a custom number', { isCustomValue: true }, '12.5', 200],
    ['a custom number that is not a number', { isCustomValue: true }, 'many', 400],
    ['a custom number that is too large', { isCustomValue: true }, '9e307', 400],
    ['a custom value that is missing', { isCustomValue: true }, '', 400],
    ['a custom text', { isCustomValue: true, unit: 'Text' }, 'many', 200],
    ['one of a list', { setOfValuesEnabled: true, values: ['1', '5'] }, '5', 200],
    ['none of a list', { setOfValuesEnabled: true, values: ['1', '5'] }, '7', 400],
  ])('with %s', async (_, more, value, status) => {
    const { number } = await report()
    const id = await addAction(more)
    const answer = await log(number, { type: 'action', params: [id, value] })
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect(answer.json().action.value).toBe(value)
    else expect(Object.keys(answer.json().fields)).toEqual(['params'])
  })

  test('keeps its names in all languages as they are now', async () => {
    const { number } = await report()
    const id = await addAction({ name: 'Bags', translations: JSON.stringify({ he: { name: 'שקים' } }) })
    const entry = (await log(number, { type: 'action', params: [id] })).json() as LogEntry
    await server.db.updateTable('action').set({ name: 'Sacks', translations: '{}' }).where('id', '=', id).execute()
    expect(entry.action).toMatchObject({ name: 'Bags', translations: { he: { name: 'שקים' } } })
    const { nonce } = ((await server.as(dana).get('/aoi/filtered')).json().total as Aoi[]).find(
      (aoi) => aoi.number === number,
    )?.properties ?? { nonce: '' }
    const opened = (await server.as(dana).get(`/aoi/nonce-pro/${nonce}`)).json() as Aoi
    expect(opened.properties.logs.find(({ _id }) => _id === entry._id)?.action).toEqual(entry.action)
  })

  test('of another role is not accepted', async () => {
    const { number } = await report()
    const id = await addAction()
    await server.db.deleteFrom('roleAction').where('actionId', '=', id).execute()
    expect((await log(number, { type: 'action', params: [id] })).json().fields).toEqual({ params: 'form.invalid' })
    expect((await log(number, { type: 'action', params: [] })).json().fields).toEqual({ params: 'form.required' })
  })

  test('with auto-sharing shares once with every member of its role but the actor', async () => {
    const aoi = await report()
    const id = await addAction({ isAutoSharing: true, autoShareRoleId: medics.roleId })
    await log(aoi.number, { type: 'action', params: [id] })
    await log(aoi.number, { type: 'action', params: [id] })
    const shared = (await server.as(medic).get('/aoi/filtered?type=shared')).json().total as Aoi[]
    expect(shared.map(({ _id }) => _id)).toContain(aoi._id)
    const opened = (await server.as(dana).get(`/aoi/nonce-pro/${aoi.properties.nonce}`)).json() as Aoi
    expect(opened.properties.logs.filter(({ change }) => change?.what === 'autoShared')).toMatchObject([
      { isSystem: true, change: { names: ['medic'] } },
    ])
    expect(opened.state).toBe('inProgress')
  })
})

describe('a photo', () => {
  const picture = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .withExif({ IFD0: { Copyright: 'Dana' } })
      .jpeg()
      .toBuffer()
  const addPhoto = async (number: number, parts: Record<string, string>, who = omer, background = '#4a7') => {
    const file = { bytes: await picture(background), name: 'photo.jpg', type: 'image/jpeg' }
    return server.as(who).send('POST', `/aoi/${number}/add-photo`, formOf({ ...parts, file }))
  }
  const filesOf = async () => Number((await server.db.selectFrom('file').select('id').execute()).length)

  test('comes with an entry without text, and is re-encoded', async () => {
    const aoi = await report()
    const entry = (await addPhoto(aoi.number, { restricted: 'false', keywords: '["eta"]' })).json() as LogEntry
    expect(entry).toMatchObject({ text: '', type: 'text', restricted: false, keywords: ['eta'], number: aoi.number })
    const sent = await server.app.inject({ url: entry.photo ?? '' })
    const { format, exif } = await sharp(sent.rawPayload).metadata()
    expect({ format, exif }).toEqual({ format: 'webp', exif: undefined })
    const opened = (await server.as(dana).get(`/aoi/nonce-pro/${aoi.properties.nonce}`)).json() as Aoi
    expect(opened.properties.logs.find(({ _id }) => _id === entry._id)?.photo).toBe(entry.photo)
    expect((await log(aoi.number, { text: 'Without one' })).json().photo).toBeNull()
  })

  test('can belong to a logged action', async () => {
    const { number } = await report()
    const id = await addAction({ isCustomValue: true })
    const entry = (await addPhoto(number, { type: 'action', params: JSON.stringify([id, 3]) })).json() as LogEntry
    expect(entry).toMatchObject({ restricted: true, action: { name: 'Sandbags', value: '3' } })
    expect(entry.photo).toMatch(/^\/api\/cohesion\/files\//)
  })

  test('a repeated nonce is one entry, and another photo is another entry', async () => {
    const { number } = await report()
    const parts = { text: 'Once', nonce: '1700000000000', datetime: '1700000000000' }
    const first = await addPhoto(number, parts)
    const again = await addPhoto(number, parts)
    expect(again.json()).toEqual(first.json())
    expect((await addPhoto(number, parts, omer, '#a47')).json()._id).not.toBe(first.json()._id)
  })

  test('must be an image', async () => {
    const { number } = await report()
    const send = (parts: Parameters<typeof formOf>[0]) =>
      server.as(omer).send('POST', `/aoi/${number}/add-photo`, formOf(parts))
    expect((await send({ text: 'None' })).json().fields).toEqual({ file: 'form.required' })
    const file = { bytes: Buffer.from('no picture'), name: 'photo.jpg', type: 'image/jpeg' }
    expect((await send({ file })).json().fields).toEqual({ file: 'form.image' })
  })

  test('is not stored for members who may not log', async () => {
    const { number } = await report()
    const away = await addService(server.db, 'Away')
    const stranger = await addMember(server.db, away, away.roleId)
    const before = await filesOf()
    expect((await addPhoto(number, {}, stranger)).statusCode).toBe(404)
    expect(await filesOf()).toBe(before)
  })

  test('is deleted with its event', async () => {
    const aoi = await report()
    const { photo } = (await addPhoto(aoi.number, {})).json() as LogEntry
    await server.db.deleteFrom('aoi').where('id', '=', aoi._id).execute()
    expect((await server.app.inject({ url: photo ?? '' })).statusCode).toBe(404)
  })
})

test('a recipient must be a subscriber of this very AOI', async () => {
  const { number } = await report()
  const answer = await log(number, { text: 'Private', recipientId: newId() })
  expect(answer.json().fields).toEqual({ recipientId: 'form.invalid' })
})

test('a viewer may not log', async () => {
  const { number } = await report()
  const viewer = await addMember(server.db, home, home.viewerRoleId)
  expect((await log(number, { text: 'Hello' }, viewer)).statusCode).toBe(403)
})

test('every entry is published with its commit', async () => {
  const aoi = await report()
  await log(aoi.number, { text: 'News' })
  const rows = await server.db.selectFrom('outbox').select('body').orderBy('id', 'desc').limit(1).execute()
  expect(rows[0]?.body).toEqual({ type: 'AOI_UPDATED', serviceId: home.id, aoiIds: [aoi._id] })
})
