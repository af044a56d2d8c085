import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Actor, Aoi, AoiPage, GenericMetrics, StateMetrics } from '#contract'
import type { Tile } from '../../memory/grid.ts'
import { noMemory, testMemory } from '../../memory/testing.ts'
import { countIn, readTile, tileAt } from '../../memory/tile/testing.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { addEventType, reportForm } from '../../testing/events.ts'
import { addMember, addService, type TestMember } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'
import { stateMetrics } from './counters.ts'
import { aoiFilter, type Filter } from './filter.ts'

const server = await testServer()
const { db } = server

/** Each scene has a service of its own, so that no test sees what another reports. */
const scene = async () => {
  const service = await addService(db, 'Scene')
  const flood = await addEventType(db, service, { name: 'Flood' })
  const fire = await addEventType(db, service, { name: 'Fire' })
  const dana = await addMember(db, service, service.roleId, { type: 'Admin' })
  const report = async (lng: number, lat: number, more: Record<string, unknown> = {}, type = flood) => {
    const answer = await server
      .as(dana)
      .send('POST', '/aoi', reportForm(type, { startCoordinates: [lng, lat, 1], ...more }))
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json() as Aoi
  }
  return { service, flood, fire, dana, report }
}

const readerOf = ({ id, serviceId }: TestMember): Actor => ({
  id,
  serviceId,
  visibleServiceIds: [serviceId],
  name: '',
  type: 'Admin',
  isViewer: false,
  isServerOwner: false,
  mayExport: false,
  token: null,
})

const ask = (who: TestMember, { z, x, y }: Tile, query = '', headers: Record<string, string> = {}) =>
  server.as(who).send('GET', `/aoi/tiles/${z}/${x}/${y}?${query}`, { headers })

const world: Tile = { z: 0, x: 0, y: 0 }

const readTileAs = async (who: TestMember, tile: Tile = world, query = '') => {
  const answer = await ask(who, tile, query)
  expect(answer.statusCode, answer.body).toBe(200)
  return readTile(answer.rawPayload)
}

const total = async (who: TestMember, query = '', tile = world) => {
  const count = countIn(await readTileAs(who, tile, query))
  return count.new + count.inProgress + count.done
}

describe('places', () => {
  test('an event is in the tile of its place on every zoom, and in no neighbouring tile', async () => {
    const { dana, flood, report } = await scene()
    const aoi = await report(-122.4194, 37.7749, { name: 'Water in the street' })
    for (const z of [0, 1, 5, 11, 16, 17, 22]) {
      const tile = tileAt(z, -122.4194, 37.7749)
      const { clusters, points } = await readTileAs(dana, tile)
      expect(clusters).toEqual([])
      expect(points).toMatchObject([
        {
          id: aoi._id,
          featureId: aoi.number,
          number: aoi.number,
          nonce: aoi.properties.nonce,
          name: 'Water in the street',
          kind: 'event',
          state: 'new',
          eventTypeId: flood.id,
        },
      ])
      const width = 360 / 2 ** z
      expect((tile.x + points[0]!.x / 4096) * width - 180).toBeCloseTo(-122.4194, z > 10 ? 4 : 0)
      if (z > 0) expect(await total(dana, '', { ...tile, x: (tile.x + 1) % 2 ** z })).toBe(0)
    }
  })

  test('neighbours are one cluster with a ring of their states, and separate when zoomed in', async () => {
    const { dana, flood, fire, report } = await scene()
    await report(34.78, 32.08)
    await report(34.7801, 32.0801, {}, fire)
    const archived = await report(34.7802, 32.0802, {}, fire)
    await server.as(dana).patch(`/aoi/archive/${archived._id}`)
    const { clusters, points } = await readTileAs(dana, tileAt(8, 34.78, 32.08))
    expect(points).toEqual([])
    expect(clusters).toMatchObject([
      {
        count: 3,
        new: 2,
        inProgress: 0,
        done: 1,
        eventTypeId: fire.id,
        eventTypeCount: 2,
        secondTypeId: flood.id,
        secondTypeCount: 1,
      },
    ])
    const { west, south, east, north } = clusters[0]!
    expect([west, south, east, north].map((value) => Math.round(value * 1e4) / 1e4)).toEqual([
      34.78, 32.08, 34.7802, 32.0802,
    ])
    expect(await total(dana, `bbox=${west},${south},${east},${north}`)).toBe(3)

    const near = await readTileAs(dana, tileAt(20, 34.78, 32.08))
    expect(near.points.map(({ eventTypeId }) => eventTypeId).sort()).toEqual([flood.id, fire.id, fire.id])
    expect(near.clusters).toEqual([])
  })

  test('the bounds of all matches are returned, and null without matches', async () => {
    const { dana, flood, report } = await scene()
    const boundsOf = async (query: string) => {
      const { bounds } = (await server.as(dana).get(`/aoi/extent?${query}`)).json()
      return bounds?.map((degrees: number) => Math.round(degrees * 1e4) / 1e4) ?? null
    }
    expect(await boundsOf('')).toBeNull()
    await report(34.78, 32.08, { name: 'Coast' })
    await report(35.21, 31.77, { name: 'Hills' })
    expect(await boundsOf('')).toEqual([34.78, 31.77, 35.21, 32.08])
    expect(await boundsOf('search=Hills')).toEqual([35.21, 31.77, 35.21, 31.77])
    expect(await boundsOf(`eventType=${flood.id}`)).toEqual([34.78, 31.77, 35.21, 32.08])
    expect(await boundsOf('type=done')).toBeNull()
  })

  test('the bounds of the own service ignore events of other visible services', async () => {
    const here = await scene()
    const there = await scene()
    await here.report(34.78, 32.08)
    await there.report(-122.4, 37.7)
    const guest = await addMember(db, here.service, here.service.roleId, { providedServiceIds: [there.service.id] })
    const westOf = async (query: string) => (await server.as(guest).get(`/aoi/extent${query}`)).json().bounds[0]
    expect(await westOf('')).toBeCloseTo(-122.4)
    expect(await westOf('?ownService=true')).toBeCloseTo(34.78)
  })

  test('cluster badges never overlap', async () => {
    const { dana, report } = await scene()
    for (const lng of [-0.001, 0.001]) {
      for (const lat of [-0.001, 0.001]) for (const name of ['One', 'Two']) await report(lng, lat, { name })
    }
    const { clusters } = await readTileAs(dana)
    expect(clusters).toHaveLength(4)
    for (const one of clusters) {
      for (const other of clusters) {
        const pixels = Math.hypot(one.x - other.x, one.y - other.y) / 8
        if (one !== other) expect(pixels).toBeGreaterThanOrEqual(40)
      }
    }
  })

  test('places at the edges of the world are on the map', async () => {
    const { dana, report } = await scene()
    await report(180, 10, { name: 'east end' })
    await report(-180, 10, { name: 'west end' })
    await report(0, 90, { name: 'north pole' })
    await report(0, -90, { name: 'south pole' })
    const names = async (tile: Tile) => (await readTileAs(dana, tile)).points.map(({ name }) => name)
    expect(await total(dana)).toBe(4)
    for (const z of [1, 6, 22]) {
      const last = 2 ** z - 1
      const { y } = tileAt(z, 0, 10)
      expect(await names({ z, x: last, y })).toContain('east end')
      expect(await names({ z, x: 0, y })).toContain('west end')
      expect(await names({ z, x: 2 ** (z - 1), y: 0 })).toContain('north pole')
      expect(await names({ z, x: 2 ** (z - 1), y: last })).toContain('south pole')
    }
    await report(0, 86, { name: 'near the north pole' })
    const { clusters } = await readTileAs(dana, { z: 22, x: 2 ** 21, y: 0 })
    expect(clusters).toMatchObject([{ count: 2, north: 90 }])
    const { west, south, east, north } = clusters[0]!
    expect(await total(dana, `bbox=${west},${south},${east},${north}`)).toBe(2)

    expect(await total(dana, 'bbox=179,0,-179,20')).toBe(2)
    expect(await total(dana, 'bbox=-1,80,1,90')).toBe(2)
    expect(await total(dana, 'bbox=-1,87,1,90')).toBe(1)
    expect(await total(dana, 'bbox=-1,80,1,89')).toBe(1)
  })

  test('the list and the map show the same events under the filter by photo', async () => {
    const { dana, report } = await scene()
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    await report(10, 10, { name: 'Seen', file: { bytes, name: 'a.png', type: 'image/png' } })
    await report(10, 10, { name: 'Told' })
    const names = async (query: string) =>
      ((await server.as(dana).get(`/aoi/filtered?${query}`)).json() as AoiPage).total.map(
        ({ properties }) => properties.name,
      )
    expect(await names('hasPhoto=yes')).toEqual(['Seen'])
    expect(await names('hasPhoto=no')).toEqual(['Told'])
    expect(await names('')).toEqual(['Told', 'Seen'])
    expect([await total(dana, 'hasPhoto=yes'), await total(dana, 'hasPhoto=no'), await total(dana)]).toEqual([1, 1, 2])
    expect((await server.as(dana).get('/aoi/filtered?hasPhoto=perhaps')).statusCode).toBe(400)
  })

  test('an empty tile has no bytes, and tiles outside the map are 404', async () => {
    const { dana } = await scene()
    const empty = await ask(dana, { z: 3, x: 1, y: 1 })
    expect(empty.statusCode).toBe(200)
    expect(empty.rawPayload).toHaveLength(0)
    expect(empty.headers).toMatchObject({ 'content-length': '0', 'content-type': 'application/vnd.mapbox-vector-tile' })
    for (const tile of ['0/1/0', '3/8/0', '3/0/8', '23/0/0', '1/-1/0', '1/0.5/0', 'a/0/0']) {
      expect((await server.as(dana).get(`/aoi/tiles/${tile}`)).statusCode).toBe(404)
    }
    expect((await server.as(dana).get('/aoi/tiles/0/0/0?type=old')).statusCode).toBe(400)
  })
})

describe('counts', () => {
  test('memory and database count the same after any change', async () => {
    const { dana, report } = await scene()
    const one = testMemory(db)
    const reader = readerOf(dana)
    const counts = async (query: { startTime?: Date; endTime?: Date } = {}) => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, time]): [string, string] => [name, time.toISOString()]),
      )
      const { newAois, isProgressAois, doneAois } = (
        await server.as(dana).get(`/aoi/generic-metrics?${search}`)
      ).json<GenericMetrics>()
      const answer = await server.as(dana).get(`/aoi/state-metrics?${search}`)
      const counted = answer.json<StateMetrics>()
      expect(counted).toEqual({ newAois, isProgressAois, doneAois })
      for (const { view } of [one, noMemory(db)])
        expect(await stateMetrics(db, view, reader, { type: 'event', ...query })).toEqual(counted)
      return [newAois, isProgressAois, doneAois]
    }
    await ask(dana, world)
    expect(await counts()).toEqual([0, 0, 0])
    const gate = await report(-60, 20)
    const { properties } = await report(10, 10)
    expect(await counts()).toEqual([2, 0, 0])
    await server.as(dana).patch(`/aoi/archive/${gate._id}`)
    expect(await counts()).toEqual([1, 0, 1])
    await server.as(dana).delete(`/aoi/${gate._id}`)
    expect(await counts()).toEqual([1, 0, 0])
    const time = new Date(properties.creationTime)
    expect(await counts({ startTime: new Date(0), endTime: new Date(time.getTime() - 1) })).toEqual([0, 0, 0])
    expect(await counts({ startTime: time })).toEqual([1, 0, 0])
    for (const type of ['activity', 'sensor'])
      expect((await server.as(dana).get(`/aoi/state-metrics?type=${type}`)).json()).toMatchObject({
        newAois: 0,
        isProgressAois: 0,
        doneAois: 0,
      })
  })
})

describe('filters', () => {
  test('read and unread, by creator and in a period: memory agrees with the database', async () => {
    const { service, dana, flood, report } = await scene()
    const omer = await addMember(db, service, service.roleId, { type: 'Admin' })
    const places = [-60, -20, 20, 60, 100, 140]
    const aois = []
    for (const [index, lng] of places.entries())
      aois.push(await report(lng, 20, { name: index % 2 ? 'Water in the street' : 'Gate' }))
    const [opened, archived] = aois
    await server.as(omer).get(`/aoi/nonce-pro/${opened?.properties.nonce}`)
    await server.as(omer).patch(`/aoi/archive/${archived?._id}`)
    await server.as(omer).send('POST', '/aoi', reportForm(flood, { startCoordinates: [0, -20, 1] }))
    const reader = readerOf(omer)
    const fromMemory = testMemory(db)
    const fromDatabase = noMemory(db)
    const filters: Filter[] = [
      { type: 'unread' },
      { type: 'read' },
      { type: 'unread', endTime: new Date(aois[3]?.properties.creationTime ?? 0) },
      { type: 'read', eventType: flood.id },
      { type: 'all', creator: dana.id },
      { type: 'done', creator: dana.id },
      { type: 'new', creator: omer.id },
      { type: 'all', community: 'none' },
    ]
    const counts = await Promise.all(
      filters.map(async (filter) => {
        const [here, there] = await Promise.all(
          [fromMemory, fromDatabase].map(({ tiles }) => tiles.tile(aoiFilter(filter, reader), world)),
        )
        expect(here?.bytes.equals(there?.bytes ?? Buffer.alloc(0)), JSON.stringify(filter)).toBe(true)
        return readTile(here?.bytes ?? Buffer.alloc(0)).points.length
      }),
    )
    expect(counts).toEqual([4, 2, 2, 2, 6, 1, 1, 7])
  })
})

describe('changes', () => {
  test('every change is visible to the next request, on another server too', async () => {
    const { dana, report } = await scene()
    const other = testMemory(db)
    const reader = readerOf(dana)
    const pointsOnBoth = async () => {
      const here = await ask(dana, world)
      const there = await other.tiles.tile(aoiFilter({ type: 'all' }, reader), world)
      expect(there?.bytes.equals(here.rawPayload)).toBe(true)
      expect(there?.etag).toBe(here.headers.etag)
      return readTile(here.rawPayload).points.map(({ name, state, x }) => [name, state, x > 2048 ? 'east' : 'west'])
    }
    expect(await pointsOnBoth()).toEqual([])
    const aoi = await report(-60, 20, { name: 'Gate' })
    expect(await pointsOnBoth()).toEqual([['Gate', 'new', 'west']])
    await server.as(dana).patch(`/aoi/archive/${aoi._id}`)
    expect(await pointsOnBoth()).toEqual([['Gate', 'done', 'west']])
    await server.as(dana).patch(`/aoi/unarchive/${aoi._id}`)
    const change = reportForm(
      { id: '', questions: [] },
      {
        name: 'Gate 3',
        startCoordinates: [60, 20, 1],
        type: undefined,
        forSensors: undefined,
        publicAction: undefined,
      },
    )
    expect((await server.as(dana).send('PATCH', `/aoi/${aoi.number}`, change)).statusCode).toBe(200)
    expect(await pointsOnBoth()).toEqual([['Gate 3', 'new', 'east']])
    await server.as(dana).delete(`/aoi/${aoi._id}`)
    expect(await pointsOnBoth()).toEqual([])
    await server.as(dana).post(`/aoi/${aoi._id}/restore`)
    expect(await pointsOnBoth()).toEqual([['Gate 3', 'new', 'east']])
  })

  test('an unchanged tile is not sent again', async () => {
    const { dana, report } = await scene()
    await report(-60, 20)
    const first = await ask(dana, world)
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-type': 'application/vnd.mapbox-vector-tile',
    })
    const again = { 'if-none-match': String(first.headers.etag) }
    const same = await ask(dana, world, '', again)
    expect(same.statusCode).toBe(304)
    expect(same.rawPayload).toHaveLength(0)
    await report(60, 20)
    expect((await ask(dana, world, '', again)).statusCode).toBe(200)
    const west = await ask(dana, { z: 1, x: 0, y: 0 })
    await report(61, 21)
    const unconcerned = { 'if-none-match': String(west.headers.etag) }
    expect((await ask(dana, { z: 1, x: 0, y: 0 }, '', unconcerned)).statusCode).toBe(304)
  })
})

describe('visibility', () => {
  test('the map shows visible services only, and shared items from elsewhere when filtered', async () => {
    const here = await scene()
    const there = await scene()
    const guest = await addMember(db, here.service, here.service.roleId, { providedServiceIds: [there.service.id] })
    await here.report(-60, 20)
    const secret = await there.report(60, 20, { name: 'Elsewhere' })
    expect(await total(here.dana)).toBe(1)
    expect(await total(there.dana)).toBe(1)
    expect(await total(guest)).toBe(2)

    expect(await total(here.dana, 'type=shared')).toBe(0)
    await db
      .insertInto('share')
      .values({ aoiId: secret._id, memberId: here.dana.id, source: 'member', sharedBy: there.dana.id })
      .execute()
    await publish(db, {
      message: { type: 'AOI_UPDATED', serviceId: there.service.id, aoiIds: [secret._id] },
      memberIds: [here.dana.id],
    })
    expect((await readTileAs(here.dana, world, 'type=shared')).points).toMatchObject([{ name: 'Elsewhere' }])
    expect(await total(here.dana)).toBe(1)
    expect(await total(guest, 'type=shared')).toBe(0)
  })

  test('the same request by two members is answered separately', async () => {
    const { service, dana, report } = await scene()
    const omer = await addMember(db, service, service.roleId)
    await report(-60, 20)
    expect(await total(dana, 'type=unread')).toBe(0)
    expect(await total(omer, 'type=unread')).toBe(1)
    expect(await total(dana, 'type=read')).toBe(1)
    expect(await total(omer, 'type=read')).toBe(0)
  })
})
