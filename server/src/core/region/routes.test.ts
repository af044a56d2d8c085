import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { LngLat } from '#contract'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService } from '../../testing/people.ts'
import { formOf, testServer } from '../../testing/server.ts'

const server = await testServer()
const harbour = await addService(server.db, 'Harbour')
const type = await addEventType(server.db, harbour, { name: 'Flood' })
const admin = await addMember(server.db, harbour, harbour.roleId, { type: 'Admin' })
const dana = await addMember(server.db, harbour, harbour.roleId)
const as = server.as(admin)

const square = (west: number, south: number, size: number): LngLat[][] => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
  ],
]
const draw = async (name: string, coordinates: LngLat[][]) => {
  const answer = await as.post('/service/region', { name, coordinates })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const report = async (at: [number, number], more: object = {}) =>
  (await server.as(dana).send('POST', '/aoi', reportForm(type, { startCoordinates: [...at, 1], ...more }))).json()
const regionOf = async ({ properties }: { properties: { nonce: string } }) =>
  (await server.as(dana).get(`/aoi/nonce-pro/${properties.nonce}`)).json().region

describe('a region', () => {
  test('is closed when drawn, and AOIs inside get it, now and later', async () => {
    const before = await report([10.5, 10.5])
    expect(before.region).toBeNull()
    const large = await draw('Large', square(10, 10, 4))
    expect(large.geometry.coordinates[0]).toHaveLength(5)
    expect(await regionOf(before)).toBe(large._id)
    expect((await report([12, 12])).region).toBe(large._id)

    const small = await draw('Small', square(10.25, 10.25, 1))
    expect(await regionOf(before)).toBe(small._id)

    const moved = await as.patch(`/service/region/${small._id}`, { coordinates: square(20, 20, 1) })
    expect(moved.json().geometry.coordinates[0][0]).toEqual([20, 20])
    expect(await regionOf(before)).toBe(large._id)
    expect((await server.as(dana).get(`/service/region/${large._id}/aois-geo`)).json()).toHaveLength(2)

    expect((await as.delete(`/service/region/${large._id}`)).json()).toEqual({ _id: large._id, name: 'Large' })
    expect(await regionOf(before)).toBeNull()
  })

  test('gives AOIs their region without marking them as changed', async () => {
    const event = await report([-69.5, -39.5])
    const area = await draw('Area', square(-70, -40, 1))
    const { rows } = await server.pool.query('select region_id, changed_at from aoi where id = $1', [event._id])
    expect(rows).toEqual([{ region_id: area._id, changed_at: new Date(event.changedAt) }])
  })

  test('that an author chose stays until the region is deleted', async () => {
    const far = await draw('Far', square(40, 40, 1))
    const event = await report([60, 60], { region: far._id })
    const here = await draw('Here', square(59, 59, 2))
    expect(await regionOf(event)).toBe(far._id)
    await as.delete(`/service/region/${far._id}`)
    await as.patch(`/service/region/${here._id}`, { coordinates: square(59, 59, 3) })
    expect(await regionOf(event)).toBe(here._id)
  })

  test('has a name in each language, and the members who live in it', async () => {
    await server.db.updateTable('member').set({ homeLocation: '(70.5,70.5)' }).where('id', '=', dana.id).execute()
    const { _id } = await draw('Old town', square(70, 70, 1))
    const translations = { he: { name: 'העיר העתיקה' } }
    await as.patch(`/service/region/${_id}`, { translations })
    const region = (await server.as(dana).get(`/service/region/${_id}`)).json()
    expect(region).toMatchObject({ name: 'Old town', translations, usersCount: 1 })
  })

  test.each([
    [
      'two corners',
      [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    ],
    [
      'crossing lines',
      [
        [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ],
      ],
    ],
    ['a hole', [...square(0, 0, 4), ...square(1, 1, 1)]],
    [
      'a corner beyond the poles',
      [
        [
          [0, 0],
          [1, 95],
          [1, 0],
        ],
      ],
    ],
  ])('with %s is refused', async (_, coordinates) => {
    const answer = await as.post('/service/region', { name: 'Wrong', coordinates })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().fields)[0]).toMatch(/^coordinates/)
  })

  test('that a metric uses cannot be deleted, and the metric is named', async () => {
    const { _id } = await draw('Counted', square(80, 10, 1))
    await as.post('/metrics', {
      name: 'Here',
      shortName: 'Here',
      metricType: 'BY_POSTS',
      metricCountType: 'COUNT_POSTS',
      conditions: [{ type: 'BY_REGION', regionsIds: [_id] }],
    })
    const refused = await as.delete(`/service/region/${_id}`)
    expect(refused.json()).toMatchObject({ code: 'inUse', usedBy: [{ kind: 'metric', name: 'Here' }] })
  })

  test('is imported from a file together with all others, or not at all', async () => {
    const count = async () => (await as.get('/service/regions')).json().length
    const before = await count()
    const two = [
      { name: 'North', coordinates: square(100, 10, 1) },
      { name: 'South', coordinates: square(100, 8, 1) },
    ]
    expect((await as.post('/service/regions/import', { regions: two })).json()).toMatchObject([
      { name: 'North' },
      { name: 'South' },
    ])
    const wrong = [
      ...two,
      {
        name: 'Flat',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
    ]
    const answer = await as.post('/service/regions/import', { regions: wrong })
    expect(answer.json().fields).toEqual({ 'regions.2.coordinates': 'form.outline' })
    expect(await count()).toBe(before + 2)
  })
})

describe('a local map', () => {
  const position = { originX: 30, originY: 31, width: 0.002, height: 0.001, rotation: 15 }
  const bytes = () =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: '#abc' } })
      .png()
      .toBuffer()
  const send = async (method: 'POST' | 'PATCH', path: string, parts: Parameters<typeof formOf>[0]) =>
    as.send(method, path, formOf(parts))
  const put = async (name: string, more: Record<string, string> = {}) => {
    const file = { bytes: await bytes(), name: 'plan.png', type: 'image/png' }
    const answer = await send('POST', '/service/local-map', { name, position: JSON.stringify(position), ...more, file })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  test('an area belongs to the region of its centre', async () => {
    const region = await draw('Quay', square(29, 30, 2))
    const plan = await put('Deck')
    expect(plan).toMatchObject({
      name: 'Deck',
      region: region._id,
      position,
      image: expect.stringContaining('/files/'),
    })
    expect((await server.as(dana).get(`/service/region/${plan._id}/local-map`)).json()._id).toBe(region._id)
    expect((await server.app.inject(plan.image)).statusCode).toBe(200)

    const translations = { he: { name: 'קומה 1' } }
    await send('PATCH', `/service/local-map/${plan._id}`, { translations: JSON.stringify(translations) })
    const changed = await send('PATCH', `/service/local-map/${plan._id}`, { opacity: '0.3' })
    expect(changed.json().translations).toEqual(translations)
    expect(changed.json()).toMatchObject({ opacity: 0.3, position, image: plan.image })
  })

  test('lists the AOIs placed on it, with the filter of the list', async () => {
    const plan = await put('Hall')
    const localMaps = [{ mapId: plan._id, position: [0.25, 0.75] }]
    const event = await report([30, 31], { localMaps, name: 'Leak' })
    await report([30, 31], { name: 'Beside it' })
    const on = async (query = '') => (await server.as(dana).get(`/aoi/local-map/${plan._id}${query}`)).json()
    expect(await on()).toMatchObject([{ _id: event._id, name: 'Leak', state: 'new', position: [0.25, 0.75] }])
    expect(await on('?type=done')).toEqual([])
    await as.delete(`/service/local-map/${plan._id}`)
    expect((await server.as(dana).get(`/aoi/nonce-pro/${event.properties.nonce}`)).json().localMaps).toEqual([])
  })

  test('needs an image and a place on earth', async () => {
    const without = await send('POST', '/service/local-map', { name: 'Bare', position: JSON.stringify(position) })
    expect(without.json().fields).toEqual({ file: 'form.required' })
    const file = { bytes: await bytes(), name: 'plan.png', type: 'image/png' }
    const nowhere = await send('POST', '/service/local-map', { name: 'Lost', position: '{"originX": 999}', file })
    expect(nowhere.json().fields).toMatchObject({ 'position.originX': 'form.outOfRange' })
  })
})
