import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Aoi } from '#contract'
import { newId } from '../../platform/db/id.ts'
import { activityForm, addCommunity } from '../../testing/activities.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer()
const home = await addService(server.db, 'Home')
const foreign = await addService(server.db, 'Foreign')
const dana = await addMember(server.db, home, home.roleId, { username: 'dana' })
const omer = await addMember(server.db, home, home.roleId, { username: 'omer' })
const adam = await addMember(server.db, home, home.roleId, { username: 'adam', type: 'Admin' })
const fred = await addMember(server.db, foreign, foreign.roleId, { username: 'fred', type: 'Admin' })
const flood = await addEventType(server.db, home, { name: 'Flood', questions: ['How deep?'] })
const [depth] = flood.questions as [string]

const report = async (who: TestMember, more: Record<string, unknown> = {}) => {
  const answer = await server.as(who).send('POST', '/aoi', reportForm(flood, more))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Aoi
}
const plan = async () => {
  const community = await addCommunity(server.db, home, { title: 'Community' })
  const answer = await server.as(adam).send('POST', '/aoi', activityForm(community, { name: 'Shared activity' }))
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Aoi
}
const addArea = async () => {
  const technician = await addMember(server.db, home, home.roleId, { type: 'Technician' })
  const area = formOf({ name: 'Shared area', startCoordinates: '[-122.4, 37.8, 1]', forSensors: 'true' })
  const answer = await server.as(technician).send('POST', '/aoi', area)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as Aoi
}
const open = async (who: TestMember, { properties }: Aoi) =>
  (await server.as(who).get(`/aoi/nonce-pro/${properties.nonce}`)).json() as Aoi
const list = async (who: TestMember, query = '') =>
  (await server.as(who).get(`/aoi/filtered?${query}`)).json() as { total: Aoi[]; nextCursor: string | null }
const names = async (who: TestMember, query = '') =>
  (await list(who, query)).total.map(({ properties }) => properties.name)

describe('reporting', () => {
  test('an event is stored completely and returned as stored', async () => {
    const aoi = await report(dana, { name: 'Water in the street', description: '<h1>Deep</h1><script>x</script>' })
    expect(aoi).toMatchObject({
      state: 'new',
      isRead: true,
      serviceId: home.id,
      geometry: [{ coordinates: [-122.4, 37.8, 1] }],
      properties: {
        name: 'Water in the street',
        description: '<h1>Deep</h1>',
        forSensors: false,
        activity: null,
        creatorID: dana.id,
        creator: { firstName: 'dana' },
        publicAction: { name: 'Flood', fields: [{ _id: depth, name: 'How deep?', value: 'knee' }] },
      },
    })
    expect(aoi.properties.logs).toMatchObject([{ isSystem: true, restricted: true, change: { what: 'created' } }])
    expect(aoi).toEqual(await open(dana, aoi))
  })

  test('a repeated report is the same event, and another report with its nonce gets the next nonce', async () => {
    const nonce = '1700000000000'
    const first = await report(dana, { nonce, name: 'Once' })
    const again = await report(dana, { nonce, name: 'Once' })
    expect(again._id).toBe(first._id)
    const other = await report(dana, { nonce, name: 'Twice' })
    expect(other.properties.nonce).toBe('1700000000001')
    expect((await report(dana, { nonce, name: 'Twice' }))._id).toBe(other._id)
    expect((await report(omer, { nonce, name: 'Once' }))._id).not.toBe(first._id)
    const told = await server.db.selectFrom('outbox').select('body').execute()
    expect(told.filter(({ body }) => JSON.stringify(body).includes(first._id))).toHaveLength(1)
  })

  test('ten concurrent retries create one event', async () => {
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => report(dana, { nonce: '1700000100000', name: 'Storm' })),
    )
    expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
  })

  test('coordinates close to 0 are stored as 0', async () => {
    const aoi = await report(dana, { startCoordinates: [5e-324, -5e-324, 1] })
    expect(aoi.geometry[0]?.coordinates.map(Math.abs)).toEqual([0, 0, 1])
  })

  test('the device’s time is kept unless it is in the future', async () => {
    const past = await report(dana, { creationTime: '1600000000000' })
    expect(past.properties.creationTime).toBe(new Date(1600000000000).toISOString())
    const future = await report(dana, { creationTime: String(Date.now() + 86_400_000) })
    expect(Date.parse(future.properties.creationTime)).toBeLessThanOrEqual(Date.now())
  })

  test.each([
    ['no name', { name: ' ' }, 'name', 'form.required'],
    ['no type', { publicAction: undefined }, 'publicAction', 'form.required'],
    ['an unknown type', { publicAction: { publicActionId: home.id, fields: [] } }, 'publicAction', 'form.invalid'],
    [
      'no answer',
      { publicAction: { publicActionId: flood.id, fields: [] } },
      `publicAction.fields.${depth}`,
      'form.required',
    ],
    ['text that is no JSON', { startCoordinates: '[1,' }, 'startCoordinates', 'form.invalid'],
    ['a place off the globe', { startCoordinates: [200, 0, 1] }, 'startCoordinates.0', 'form.outOfRange'],
    ['an unknown region', { region: home.id }, 'region', 'form.invalid'],
    ['an unknown local map', { localMaps: [{ mapId: home.id, position: [0, 0] }] }, 'localMaps', 'form.invalid'],
  ])('%s is refused by name, and nothing is stored', async (_, more, field, problem) => {
    const before = await server.db.selectFrom('aoi').select('id').execute()
    const answer = await server.as(dana).send('POST', '/aoi', reportForm(flood, more))
    expect(answer.statusCode, answer.body).toBe(400)
    expect(Object.keys(answer.json().fields)[0]).toContain(field.split('.0')[0])
    if (!field.endsWith('.0')) expect(answer.json().fields[field]).toBe(problem)
    expect(await server.db.selectFrom('aoi').select('id').execute()).toHaveLength(before.length)
  })

  test('an image is re-encoded, and invalid or large files are rejected', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    const withImage = (file: Uint8Array) =>
      server
        .as(dana)
        .send('POST', '/aoi', reportForm(flood, { file: { bytes: file, name: 'a.png', type: 'image/png' } }))
    const aoi = (await withImage(bytes)).json() as Aoi
    const image = await server.app.inject({ url: aoi.properties.map[0]?.image ?? '' })
    expect(image.headers['content-type']).toBe('image/webp')
    expect((await withImage(Buffer.from('not an image'))).json()).toMatchObject({ statusCode: 400, code: 'notAnImage' })
    expect((await withImage(Buffer.alloc(2_000_001))).json()).toMatchObject({ statusCode: 413, code: 'fileSize' })
  })

  test('too many parts are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`part${n}`, 'x']))
    expect((await server.as(dana).send('POST', '/aoi', formOf(many))).statusCode).toBe(400)
  })

  test('a type that the role does not list is not accepted from its members', async () => {
    const other = await addEventType(server.db, home, { name: 'Fire' })
    const limited = await addService(server.db, 'x')
    await server.db.insertInto('roleEventType').values({ roleId: home.viewerRoleId, eventTypeId: other.id }).execute()
    await server.db.updateTable('role').set({ isViewer: false }).where('id', '=', home.viewerRoleId).execute()
    const gil = await addMember(server.db, home, home.viewerRoleId)
    expect((await server.as(gil).send('POST', '/aoi', reportForm(flood))).json().fields).toEqual({
      publicAction: 'form.invalid',
    })
    expect((await server.as(gil).send('POST', '/aoi', reportForm(other))).statusCode).toBe(200)
    await server.db.updateTable('role').set({ isViewer: true }).where('id', '=', home.viewerRoleId).execute()
    expect(limited.id).toBeTruthy()
  })

  test('a responsible role gets the event under Shared with me, and the event stays New', async () => {
    const roleId = foreign.roleId
    const guards = await addService(server.db, 'Guards')
    const typed = await addEventType(server.db, home, { name: 'Theft', responsibleRoleId: guards.roleId })
    const guard = await addMember(server.db, home, guards.roleId)
    const aoi = (await server.as(dana).send('POST', '/aoi', reportForm(typed, { name: 'Bike gone' }))).json() as Aoi
    expect(aoi.state).toBe('new')
    expect(await names(guard, 'type=shared')).toEqual(['Bike gone'])
    expect(roleId).toBeTruthy()
  })
})

describe('rights', () => {
  test('an operator edits only what it created, an Admin everything of its service', async () => {
    const { number } = await report(dana)
    const change = formOf({ name: 'Gate 3' })
    expect((await server.as(omer).send('PATCH', `/aoi/${number}`, change)).statusCode).toBe(403)
    expect((await server.as(dana).send('PATCH', `/aoi/${number}`, change)).statusCode).toBe(200)
    expect((await server.as(adam).send('PATCH', `/aoi/${number}`, change)).statusCode).toBe(200)
    expect((await server.as(fred).send('PATCH', `/aoi/${number}`, change)).statusCode).toBe(404)
  })

  test('an operator deletes its own event while it is New, and can undo that', async () => {
    const aoi = await report(dana, { name: 'Mistake' })
    expect((await server.as(omer).delete(`/aoi/${aoi._id}`)).statusCode).toBe(403)
    expect((await server.as(dana).delete(`/aoi/${aoi._id}`)).statusCode).toBe(200)
    expect((await server.as(dana).get(`/aoi/nonce-pro/${aoi.properties.nonce}`)).statusCode).toBe(404)
    expect(await names(adam)).not.toContain('Mistake')
    expect((await server.as(omer).post(`/aoi/${aoi._id}/restore`)).statusCode).toBe(403)
    expect((await server.as(dana).post(`/aoi/${aoi._id}/restore`)).statusCode).toBe(200)
    await server.as(omer).post(`/aoi/${aoi.number}/add-log`, { text: 'seen' })
    expect((await server.as(dana).delete(`/aoi/${aoi._id}`)).statusCode).toBe(403)
    expect((await server.as(adam).delete(`/aoi/${aoi._id}`)).statusCode).toBe(200)
    expect((await server.as(adam).post(`/aoi/${aoi._id}/restore`)).statusCode).toBe(200)
  })

  test('members of another service see an event only while it is shared with one of them', async () => {
    const guest = await addMember(server.db, home, home.roleId, { providedServiceIds: [foreign.id] })
    const aoi = await report(guest, { name: 'Across the border' })
    expect((await server.as(fred).get(`/aoi/nonce-pro/${aoi.properties.nonce}`)).statusCode).toBe(404)
    expect((await server.as(dana).post(`/aoi/${aoi._id}/share`, { usersId: [fred.id] })).statusCode).toBe(404)
    expect(
      (await server.as(guest).post(`/aoi/${aoi._id}/share`, { usersId: [fred.id], targetAoi: aoi._id })).statusCode,
    ).toBe(200)
    expect((await open(fred, aoi)).properties.name).toBe('Across the border')
    expect(await names(fred, 'type=shared')).toEqual(['Across the border'])
    expect(await names(fred)).toEqual([])
  })
})

describe('editing', () => {
  test('concurrent edits of different fields are merged and logged with their authors', async () => {
    const aoi = await report(dana, { name: 'Old name' })
    await server.as(dana).send('PATCH', `/aoi/${aoi.number}`, formOf({ name: 'New name' }))
    await server.as(adam).send('PATCH', `/aoi/${aoi.number}`, formOf({ startCoordinates: '[-122.5, 37.7, 1]' }))
    const now = await open(dana, aoi)
    expect(now.properties.name).toBe('New name')
    expect(now.geometry[0]?.coordinates).toEqual([-122.5, 37.7, 1])
    expect(now.properties.logs.filter(({ change }) => change?.what === 'edited')).toMatchObject([
      { username: 'adam', change: { fields: [{ field: 'place' }] } },
      { username: 'dana', change: { fields: [{ field: 'name', from: 'Old name', to: 'New name' }] } },
    ])
  })

  test('an edit without a file keeps the image, and removal is explicit', async () => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0f0' } })
      .jpeg()
      .toBuffer()
    const aoi = await report(dana, { file: { bytes, name: 'a.jpg', type: 'image/jpeg' } })
    const patch = async (parts: Record<string, string>) =>
      (await server.as(dana).send('PATCH', `/aoi/${aoi.number}`, formOf(parts))).json() as Aoi
    expect((await patch({ name: 'Still with image' })).properties.map).toEqual(aoi.properties.map)
    expect((await patch({ removeImage: 'true' })).properties.map).toEqual([])
  })
})

describe('state', () => {
  test('new until somebody else shares or logs, and done when archived', async () => {
    const aoi = await report(dana)
    await server.as(dana).post(`/aoi/${aoi.number}/add-log`, { text: 'my own note' })
    expect((await open(omer, aoi)).state).toBe('new')
    await server.as(omer).post(`/aoi/${aoi.number}/add-log`, { text: 'on my way' })
    expect((await open(omer, aoi)).state).toBe('inProgress')
    expect((await server.as(omer).patch(`/aoi/archive/${aoi._id}`)).json().state).toBe('done')
    const refused = await server.as(omer).post(`/aoi/${aoi.number}/add-log`, { text: 'late' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'archived'])
    expect((await server.as(omer).patch(`/aoi/unarchive/${aoi._id}`)).json().state).toBe('inProgress')
  })

  test('a share makes an event In progress, and removing the share makes it New again', async () => {
    const aoi = await report(dana)
    await server.as(dana).post(`/aoi/${aoi._id}/share`, { usersId: [omer.id] })
    expect((await open(dana, aoi)).state).toBe('inProgress')
    await server.as(dana).delete(`/aoi/${aoi._id}/share/${omer.id}`)
    expect((await open(dana, aoi)).state).toBe('new')
  })

  test('activities and sensor areas are shared as events are', async () => {
    const lea = await addMember(server.db, home, home.roleId)
    const kinds = {
      event: await report(dana, { name: 'Shared event' }),
      activity: await plan(),
      sensor: await addArea(),
    }
    for (const { _id } of Object.values(kinds))
      expect((await server.as(adam).post(`/aoi/${_id}/share`, { usersId: [lea.id] })).statusCode).toBe(200)
    const all = ['Shared activity', 'Shared area', 'Shared event']
    expect((await names(lea, 'type=shared')).sort()).toEqual(all)
    expect(await names(lea, 'type=shared&isActivity=true')).toEqual(['Shared activity'])
    expect(await names(lea, 'type=shared&isSensors=true')).toEqual(['Shared area'])
    expect((await server.as(lea).get('/aoi/shared-metrics')).json()).toEqual({ sharedAois: 3 })
    const counted = async (type: string) =>
      (await server.as(lea).get(`/aoi/generic-metrics?type=${type}`)).json().sharedAois
    expect([await counted('event'), await counted('activity'), await counted('sensor')]).toEqual([3, 1, 1])
    await server.as(lea).post(`/aoi/${kinds.activity._id}/share-done`)
    expect((await server.as(lea).get('/aoi/shared-metrics')).json()).toEqual({ sharedAois: 2 })
  })

  test('share-done closes the own share only, says so in the log, and sharing again opens it', async () => {
    const aoi = await report(dana, { name: 'Thumbs' })
    await server.as(dana).post(`/aoi/${aoi._id}/share`, { usersId: [omer.id, adam.id] })
    await server.as(omer).post(`/aoi/${aoi._id}/share-done`)
    expect(await names(omer, 'type=shared')).not.toContain('Thumbs')
    expect(await names(adam, 'type=shared')).toContain('Thumbs')
    expect((await open(dana, aoi)).isArchived).toBe(false)
    expect((await open(dana, aoi)).properties.logs[0]).toMatchObject({
      username: 'omer',
      change: { what: 'shareDone' },
    })
    await server.as(dana).post(`/aoi/${aoi._id}/share`, { usersId: [omer.id] })
    expect(await names(omer, 'type=shared')).toContain('Thumbs')
  })

  test('unread until opened, and again after someone else changed it', async () => {
    const aoi = await report(dana, { name: 'Unread one' })
    expect(await names(omer, 'type=unread')).toContain('Unread one')
    expect(await names(dana, 'type=unread')).not.toContain('Unread one')
    await open(omer, aoi)
    expect(await names(omer, 'type=read')).toContain('Unread one')
    await server.as(omer).post(`/aoi/${aoi.number}/add-log`, { text: 'mine' })
    expect(await names(omer, 'type=unread')).not.toContain('Unread one')
    await server.as(adam).post(`/aoi/${aoi.number}/add-log`, { text: 'news' })
    expect(await names(omer, 'type=unread')).toContain('Unread one')
    const opened = await open(omer, aoi)
    expect(opened.updates.updates).toBe(1)
    const cleared = await server.as(omer).post(`/aoi/update-aoi-info/${aoi._id}`, { updates: 0 })
    expect(cleared.json()).toEqual({ updates: 0, subscriptions: 0 })
  })

  test('the counters agree with the lists', async () => {
    const counts = (await server.as(omer).get('/aoi/generic-metrics')).json()
    for (const [type, count] of [
      ['new', counts.newAois],
      ['inProgress', counts.isProgressAois],
      ['done', counts.doneAois],
      ['read', counts.readAois],
      ['unread', counts.unreadAois],
      ['shared', counts.sharedAois],
    ])
      expect((await names(omer, `type=${type}`)).length, type).toBe(count)
    const { sharedAois, newAois, isProgressAois, doneAois } = counts
    expect((await server.as(omer).get('/aoi/state-metrics')).json()).toMatchObject({
      newAois,
      isProgressAois,
      doneAois,
    })
    expect((await server.as(omer).get('/aoi/shared-metrics')).json()).toEqual({ sharedAois })
  })
})

describe('lists', () => {
  let many: TestMember
  beforeAll(async () => {
    const big = await addService(server.db, 'Big')
    const type = await addEventType(server.db, big, { name: 'Noise' })
    many = await addMember(server.db, big, big.roleId, { username: 'maya' })
    for (let n = 0; n < 25; n++) {
      const more = {
        name: `Noise ${String.fromCharCode(97 + ((n * 7) % 25))} 100%`,
        creationTime: String(1.6e12 + (n % 5) * 1000),
      }
      await server.as(many).send('POST', '/aoi', reportForm(type, more))
    }
  })

  test.each(['sort=createdAt&order=desc', 'sort=createdAt&order=asc', 'sort=name&order=asc', 'sort=name&order=desc'])(
    'pages by %s hold every event once and in order',
    async (by) => {
      const whole = await names(many, by)
      const paged: string[] = []
      let cursor = ''
      do {
        const { total, nextCursor } = await list(many, `${by}&limit=4&groups=false${cursor && `&cursor=${cursor}`}`)
        paged.push(...total.map(({ properties }) => properties.name))
        cursor = nextCursor ?? ''
      } while (cursor)
      expect(paged).toEqual(whole)
      expect(new Set(paged).size).toBe(25)
      if (by.startsWith('sort=name')) expect(by.endsWith('asc') ? whole : whole.toReversed()).toEqual(whole.toSorted())
    },
  )

  test('a page reread between its two cursors includes rows added since, and no others', async () => {
    const by = 'sort=createdAt&order=desc&groups=false'
    const first = await list(many, `${by}&limit=4`)
    const second = await list(many, `${by}&limit=4&cursor=${first.nextCursor}`)
    const again = await list(many, `${by}&cursor=${first.nextCursor}&until=${second.nextCursor}`)
    expect(again).toMatchObject({ total: second.total, nextCursor: null })
    expect((await list(many, `${by}&until=${first.nextCursor}`)).total).toEqual(first.total)
  })

  test('nearest first by real distance, each event once over all pages', async () => {
    const north = await addService(server.db, 'North')
    const type = await addEventType(server.db, north, { name: 'Ice' })
    const maya = await addMember(server.db, north, north.roleId, { username: 'norah' })
    const near = [24.9, 60.2] as const
    // A degree of longitude is half a degree of latitude at this latitude.
    const places = Array.from({ length: 40 }, (_, n): [number, number] => [
      near[0] + ((n * 7) % 11) / 10 - 0.5,
      near[1] + ((n * 3) % 7) / 20 - 0.15,
    ])
    places.push([near[0] + 1, near[1]], [near[0], near[1] + 0.8], [-155, 60.2], [24.9, -89])
    for (const [n, [lng, lat]] of places.entries())
      await server
        .as(maya)
        .send('POST', '/aoi', reportForm(type, { name: `Ice ${n}`, startCoordinates: JSON.stringify([lng, lat, 1]) }))
    const angle = ([lng, lat]: [number, number]) => {
      const rad = (degrees: number) => (degrees * Math.PI) / 180
      const half = (a: number, b: number) => Math.sin(rad(a - b) / 2) ** 2
      return Math.sqrt(half(lat, near[1]) + Math.cos(rad(lat)) * Math.cos(rad(near[1])) * half(lng, near[0]))
    }
    for (const from of [`&near=${near}`, `&near=${near}&search=ice`]) {
      const paged: Aoi[] = []
      let cursor = ''
      do {
        const page = await list(maya, `sort=nearest${from}&limit=3&groups=false${cursor && `&cursor=${cursor}`}`)
        paged.push(...page.total)
        cursor = page.nextCursor ?? ''
      } while (cursor)
      const distances = paged.map(({ geometry: [at] }) => angle(at?.coordinates.slice(0, 2) as [number, number]))
      expect(distances.map((one) => one.toFixed(9))).toEqual(
        places
          .map((place) => angle(place))
          .sort((a, b) => a - b)
          .map((one) => one.toFixed(9)),
      )
      expect(new Set(paged.map(({ _id }) => _id)).size).toBe(places.length)
    }
    const order = await names(maya, `sort=nearest&near=${near}`)
    expect(order.indexOf('Ice 40'), 'a degree to the east').toBeLessThan(order.indexOf('Ice 41'))
    const overTheLine = await names(maya, 'sort=nearest&near=179.9,60.2&limit=1')
    expect(overTheLine, 'over the 180th meridian').toEqual(['Ice 42'])
  })

  test.each(['sort=nearest', 'sort=nearest&near=x', 'sort=nearest&near=1,91'])(
    '%s is refused without a valid place',
    async (query) => {
      const answer = await server.as(many).get(`/aoi/filtered?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toHaveProperty('near')
    },
  )

  test('a cursor works only with its own order and valid values', async () => {
    const orders = ['sort=createdAt', 'sort=name', 'sort=nearest&near=-122,37']
    const cursors = await Promise.all(orders.map(async (by) => (await list(many, `${by}&limit=4`)).nextCursor ?? ''))
    const { _id } = (await list(many, 'limit=1')).total[0] as Aoi
    const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    const wrong = [
      ...orders.flatMap((by, n) => cursors.filter((_, other) => other !== n).map((cursor) => [by, cursor])),
      ['sort=createdAt', made('createdAt', '-99999999999999999999', _id)],
      ['sort=createdAt', made('createdAt', 'now', _id)],
      ['sort=createdAt', made('createdAt', '0', '-'.repeat(36))],
      ['sort=name', made('name', 'a\0b', _id)],
      ['sort=nearest&near=-122,37', made('nearest', '1e-999', _id)],
      ['sort=nearest&near=-122,37', made('nearest', 'NaN', _id)],
      ['sort=createdAt', made(1)],
    ]
    for (const [by, cursor] of wrong)
      for (const field of ['cursor', 'until']) {
        const answer = await server.as(many).get(`/aoi/filtered?${by}&${field}=${cursor}`)
        expect(answer.json(), `${by} ${cursor}`).toMatchObject({ statusCode: 400, fields: { [field]: 'form.invalid' } })
      }
  })

  test('answers are included if an export requests them', async () => {
    const aoi = await report(dana, { name: 'Answered' })
    const [found] = (await list(dana, 'search=answered&answers=true')).total
    expect(found?.properties.publicAction?.fields).toEqual([{ _id: depth, name: 'How deep?', value: 'knee' }])
    const [plain] = (await list(dana, `search=${aoi.number}`)).total
    expect(plain?.properties.publicAction).toEqual({ _id: flood.id, name: 'Flood' })
  })

  test('groups count the whole set, and their ids are limited to the page', async () => {
    const page = (await server.as(many).get('/aoi/filtered?limit=3')).json()
    expect(page.byUsers).toMatchObject([{ _id: many.id, title: 'maya', count: 25 }])
    expect(page.byTypes).toMatchObject([{ title: 'Noise', count: 25 }])
    expect(page.byTypes[0].aois).toEqual(page.total.map(({ _id }: Aoi) => _id))
  })

  test('search takes input literally: names, numbers, answers, descriptions, people', async () => {
    const aoi = await report(dana, { name: 'סניף חסום', description: '<p>Blocked <b>Branch</b></p>' })
    expect(await names(dana, `search=${encodeURIComponent('חסום')}`)).toEqual(['סניף חסום'])
    expect(await names(dana, 'search=blocked%20BRANCH')).toContain('סניף חסום')
    expect(await names(dana, `search=${aoi.number}`)).toContain('סניף חסום')
    expect(await names(many, 'search=100%25')).toHaveLength(25)
    expect(await names(many, 'search=_oise')).toHaveLength(0)
    expect(await names(many, 'search=MAYA')).toHaveLength(25)
  })

  test('dates, places and groups narrow the list', async () => {
    expect(await names(many, `startTime=${1.6e12 + 4000}`)).toHaveLength(5)
    expect(await names(many, `endTime=${new Date(1.6e12).toISOString()}`)).toHaveLength(5)
    expect(await names(many, 'bbox=-123,37,-122,38')).toHaveLength(25)
    expect(await names(many, 'bbox=170,37,-170,38')).toHaveLength(0)
    expect(await names(many, 'creator=none')).toHaveLength(0)
    expect(await names(many, `creator=${many.id}`)).toHaveLength(25)
  })

  test('invalid values are reported by field', async () => {
    const bad = async (query: string) => (await server.as(many).get(`/aoi/filtered?${query}`)).json().fields
    expect(await bad('type=strange')).toEqual({ type: 'form.invalid' })
    expect(await bad('cursor=xyz')).toEqual({ cursor: 'form.invalid' })
    expect(await bad('until=xyz')).toEqual({ until: 'form.invalid' })
    expect(await bad('limit=5000')).toEqual({ limit: 'form.outOfRange' })
    expect(await bad('bbox=1,2')).toEqual({ bbox: 'form.invalid' })
  })

  test('charts count by day, type and logged value', async () => {
    const chart = (await server.as(many).get('/aoi/chart?timeZone=Asia/Jerusalem')).json()
    expect(chart.byDay).toEqual([{ day: '2020-09-13', count: 25 }])
    expect(chart.byType).toMatchObject([{ label: 'Noise', count: 25 }])
    for (const zone of ['Mars', 'AET']) {
      const answer = await server.as(many).get(`/aoi/chart?timeZone=${zone}`)
      expect(answer.statusCode, zone).toBe(400)
    }
  })

  test('the types of a service include the ids of their events', async () => {
    const types = (await server.as(many).get(`/aoi-type/service/${many.serviceId}?attachAoi=true`)).json()
    expect(types).toMatchObject([{ name: 'Noise', count: 25 }])
    expect(types[0].aois).toHaveLength(25)
  })

  test('the events of a service', async () => {
    expect((await server.as(many).get(`/aoi/service/${many.serviceId}`)).json()).toHaveLength(25)
  })
})

test('a description that is too long once it is escaped is refused', async () => {
  const answer = await server.as(dana).send('POST', '/aoi', reportForm(flood, { description: '<'.repeat(199_000) }))
  expect(answer.json()).toMatchObject({ statusCode: 400, fields: { description: 'form.invalid' } })
})

test('the chart survives numbers too large to sum', async () => {
  const aoi = (await server.as(dana).send('POST', '/aoi', reportForm(flood))).json()
  const actionId = newId()
  await server.db
    .insertInto('action')
    .values({ id: actionId, serviceId: home.id, name: 'Sum', unit: 'Number', value: '1' })
    .execute()
  for (let count = 0; count < 3; count++)
    await server.db
      .insertInto('logEntry')
      .values({ id: newId(), aoiId: aoi._id, type: 'action', actionId, valueNumber: 9e307, unit: 'Number' })
      .execute()
  const answer = await server.as(dana).get(`/aoi/chart?aoiIds=${aoi._id}`)
  expect(answer.statusCode, answer.body).toBe(200)
})
