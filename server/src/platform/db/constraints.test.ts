import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { newId } from './id.ts'
import { pointText } from './point.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let serviceId: string
let memberId: string
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

beforeEach(async () => {
  serviceId = newId()
  memberId = newId()
  await database.db.insertInto('service').values({ id: serviceId, title: 'Bay' }).execute()
  await database.db
    .insertInto('member')
    .values({ id: memberId, serviceId, type: 'Operator', username: memberId, passwordHash: '-' })
    .execute()
})

let nonce = 1
const addEvent = (more: { place?: string; imageFileId?: string; kind?: 'activity' } = {}) =>
  database.db
    .insertInto('aoi')
    .values({
      id: newId(),
      serviceId,
      kind: 'event',
      nonce: nonce++,
      name: 'Gate 3',
      creatorId: memberId,
      place: pointText([-122.4, 37.8]),
      ...more,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

const addFile = async () => {
  const id = newId()
  const token = randomBytes(18).toString('base64url')
  await database.db
    .insertInto('file')
    .values({ id, token, serviceId, kind: 'image', mime: 'image/webp', bytes: 1 })
    .execute()
  return id
}
const isDetached = async (id: string) =>
  (await database.db.selectFrom('file').select('detachedAt').where('id', '=', id).executeTakeFirstOrThrow())
    .detachedAt !== null

test('an event is new, in progress, done while archived, and returns to its state', async () => {
  const { id, state } = await addEvent()
  const change = async (set: { isWorkedOn?: boolean; archivedAt?: Date | null }) =>
    (await database.db.updateTable('aoi').set(set).where('id', '=', id).returning('state').executeTakeFirstOrThrow())
      .state
  expect(state).toBe('new')
  expect(await change({ archivedAt: new Date() })).toBe('done')
  expect(await change({ archivedAt: null })).toBe('new')
  expect(await change({ isWorkedOn: true })).toBe('inProgress')
  expect(await change({ archivedAt: new Date() })).toBe('done')
  expect(await change({ archivedAt: null })).toBe('inProgress')
})

test('numbers are unique over services, and a nonce belongs to one event', async () => {
  const one = await addEvent()
  const two = await addEvent()
  expect(two.number).toBe(one.number + 1)
  nonce -= 1
  await expect(addEvent()).rejects.toThrow('aoi_nonce_key')
  nonce += 1
})

test('a place has its cell on the web-mercator grid, also at the edges', async () => {
  const cells = 2 ** 30
  const at = async (lng: number, lat: number) => {
    const { gridX, gridY } = await addEvent({ place: pointText([lng, lat]) })
    return [gridX / cells, gridY / cells]
  }
  expect(await at(0, 0)).toEqual([0.5, 0.5])
  expect(await at(-180, 90)).toEqual([0, 0])
  expect(await at(180, -90)).toEqual([(cells - 1) / cells, (cells - 1) / cells])
  const [x, y] = await at(-122.4194, 37.7749)
  expect(x).toBeCloseTo((180 - 122.4194) / 360, 8)
  const latitude = (37.7749 / 180) * Math.PI
  expect(y).toBeCloseTo((1 - Math.log(Math.tan(Math.PI / 4 + latitude / 2)) / Math.PI) / 2, 8)
  await expect(at(181, 0)).rejects.toThrow('violates check constraint')
  await expect(at(0, Number.NaN)).rejects.toThrow('violates check constraint')
})

test('an activity needs a community and a time', async () => {
  await expect(addEvent({ kind: 'activity' })).rejects.toThrow('violates check constraint')
})

test('outline and bounds of a region follow from its coordinates', async () => {
  const id = newId()
  const ring = [
    [-122.5, 37.7],
    [-122.35, 37.7],
    [-122.35, 37.83],
    [-122.5, 37.7],
  ]
  await sql`insert into region (id, service_id, name, coordinates) values
    (${id}, ${serviceId}, 'City', ${JSON.stringify([ring])})`.execute(database.db)
  await addEvent()
  await addEvent({ place: pointText([-122.45, 37.82]) })
  const { rows } = await database.pool.query(
    `select west, south, east, north,
       (select count(*) from aoi where region.outline @> aoi.place and aoi.service_id = $2) as inside from region where id = $1`,
    [id, serviceId],
  )
  expect(rows).toEqual([{ west: -122.5, south: 37.7, east: -122.35, north: 37.83, inside: 0 }])
  await addEvent({ place: pointText([-122.4, 37.72]) })
  expect(
    (
      await database.pool.query(
        `select from aoi, region where outline @> place and aoi.service_id = region.service_id and region.id = $1`,
        [id],
      )
    ).rowCount,
  ).toBe(1)
})

test('a file is kept while a row names it, and released afterwards', async () => {
  const first = await addFile()
  const second = await addFile()
  expect(await isDetached(first)).toBe(true)
  const { id } = await addEvent({ imageFileId: first })
  expect(await isDetached(first)).toBe(false)
  await expect(database.db.deleteFrom('file').where('id', '=', first).execute()).rejects.toThrow('foreign key')

  await database.db.updateTable('aoi').set({ imageFileId: second }).where('id', '=', id).execute()
  expect([await isDetached(first), await isDetached(second)]).toEqual([true, false])

  await database.db.updateTable('aoi').set({ deletedAt: new Date() }).where('id', '=', id).execute()
  expect(await isDetached(second)).toBe(false)
  await database.db.deleteFrom('aoi').where('id', '=', id).execute()
  expect(await isDetached(second)).toBe(true)
})

test('deleting a service deletes its rows, but not the stored files', async () => {
  const roleId = newId()
  const eventTypeId = newId()
  const questionId = newId()
  const actionId = newId()
  const { db } = database
  await db.insertInto('role').values({ id: roleId, serviceId, name: 'Duty' }).execute()
  await db.updateTable('member').set({ roleId }).where('id', '=', memberId).execute()
  await db
    .insertInto('action')
    .values({ id: actionId, serviceId, name: 'Call', unit: 'Text', isAutoSharing: true, autoShareRoleId: roleId })
    .execute()
  await db
    .insertInto('eventType')
    .values({ id: eventTypeId, serviceId, name: 'Fire', responsibleRoleId: roleId })
    .execute()
  await db.insertInto('question').values({ id: questionId, eventTypeId, name: 'Where?' }).execute()
  const file = await addFile()
  const { id: aoiId } = await addEvent({ imageFileId: file })
  await db.updateTable('aoi').set({ eventTypeId }).where('id', '=', aoiId).execute()
  await db.insertInto('aoiAnswer').values({ aoiId, questionId, questionName: 'Where?', value: ' There ' }).execute()
  await db.insertInto('logEntry').values({ id: newId(), aoiId, type: 'action', authorId: memberId, actionId }).execute()
  await db.insertInto('share').values({ aoiId, memberId, source: 'member' }).execute()

  await db.deleteFrom('service').where('id', '=', serviceId).execute()
  expect(await db.selectFrom('aoi').select('id').where('id', '=', aoiId).execute()).toEqual([])
  expect(await db.selectFrom('member').select('id').where('id', '=', memberId).execute()).toEqual([])
  expect(await isDetached(file)).toBe(true)
})

test('user names are unique ignoring case, and deleted members free theirs', async () => {
  const add = (username: string) =>
    database.db
      .insertInto('member')
      .values({ id: newId(), serviceId, type: 'Operator', username, passwordHash: '-' })
      .execute()
  await add('dana')
  await expect(add('Dana')).rejects.toThrow('member_username')
  await database.db.updateTable('member').set({ deletedAt: new Date() }).where('username', '=', 'dana').execute()
  await add('Dana')
})

test('the audit can be added to and never changed', async () => {
  const { db } = database
  await db.insertInto('audit').values({ id: newId(), action: 'member.delete', serviceId }).execute()
  await expect(db.updateTable('audit').set({ action: 'nothing' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit').execute()).rejects.toThrow('append-only')
  await expect(sql`truncate audit`.execute(db)).rejects.toThrow('append-only')
})
