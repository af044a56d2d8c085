import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE_PATH } from '#contract'
import { mapHost } from '../../testing/map-host.ts'
import { addMember, addService } from '../../testing/people.ts'
import { testServer } from '../../testing/server.ts'

const host = await mapHost()
const server = await testServer({}, { mapFetch: host.fetch })
const bay = await addService(server.db, 'Bay')
const other = await addService(server.db, 'Other')
const technician = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Technician' }))
const operator = server.as(await addMember(server.db, bay, bay.roleId))
const stranger = server.as(await addMember(server.db, other, other.roleId))

const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
const webp = Buffer.concat([Buffer.from('RIFF0000WEBPVP8 ')])
const pbf = Buffer.from('1a05776174657200', 'hex')
const glyphs = Buffer.from('0a054e6f746f00', 'hex')

const style = () => ({
  version: 8,
  name: 'Harbour',
  glyphs: 'fonts/{fontstack}/{range}.pbf',
  sprite: `${host.url}/sprite?key=1`,
  'font-faces': { Evil: 'https://evil.example/font.woff2' },
  sources: {
    streets: { type: 'vector', url: 'tiles.json' },
    'air photo': {
      type: 'raster',
      tiles: ['/air/{z}/{x}/{y}.png', '/air2/{z}/{x}/{y}.png'],
      attribution: 'A<img src=x onerror=y>',
    },
    tms: { type: 'raster', tiles: ['/tms/{z}/{x}/{y}?q={quadkey}'], scheme: 'tms' },
    plan: {
      type: 'image',
      url: '/plan',
      coordinates: [
        [0, 1],
        [1, 1],
        [1, 0],
        [0, 0],
      ],
    },
    berths: { type: 'geojson', data: '/berths.json' },
    inline: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    inner: { type: 'raster', tiles: [`${host.inside}/{z}/{x}/{y}`] },
    film: { type: 'video', urls: ['https://evil.example/film.mp4'] },
  },
  layers: [
    { id: 'ground', type: 'background' },
    { id: 'water', type: 'fill', source: 'streets', 'source-layer': 'water' },
    { id: 'film', type: 'raster', source: 'film' },
  ],
})

const setStyle = (styleUrl: string) => technician.patch(`/service/${bay.id}/map`, { styleUrl })
const styleAddress = async (): Promise<string | null> => (await operator.get('/user/profile')).json().service.styleUrl
const get = (address: string) =>
  address.startsWith(BASE_PATH) ? server.anyone.get(address.slice(BASE_PATH.length)) : server.app.inject(address)
const partOf = async (part: string) => get(String(await styleAddress()).replace('style.json', part))
const setOffline = (offlineMode: boolean) => server.db.updateTable('serverSetting').set({ offlineMode }).execute()

let version = 0
beforeEach(async () => {
  await setOffline(false)
  host.asked.length = 0
  host.answer('/tiles.json', { tiles: ['mvt/{z}/{x}/{y}.pbf'], minzoom: 2, maxzoom: 14, vector_layers: [] })
  // A new address, so that nothing is cached from an earlier test.
  const path = `/style.json?v=${++version}`
  host.answer(path, style())
  await setStyle(host.url + path)
})

describe('the style', () => {
  test('is read by members, and all its addresses lead to this server', async () => {
    const address = String(await styleAddress())
    expect(address).toMatch(/^\/api\/cohesion\/map\/[\w-]{43}\/style\.json$/)
    const answer = await get(address)
    const root = address.replace('/style.json', '')
    expect(answer.json()).toMatchObject({
      name: 'Harbour',
      glyphs: `${root}/glyphs/{fontstack}/{range}`,
      sprite: [{ id: 'default', url: `${root}/sprite/default` }],
      sources: {
        streets: { type: 'vector', tiles: [`${root}/tiles/streets/{z}/{x}/{y}`], minzoom: 2, maxzoom: 14 },
        'air photo': { type: 'raster', tiles: [`${root}/tiles/air%20photo/{z}/{x}/{y}`] },
        plan: { type: 'image', url: `${root}/data/plan` },
        berths: { type: 'geojson', data: `${root}/data/berths` },
        inline: { type: 'geojson', data: { features: [] } },
      },
    })
    expect(answer.json().layers.map(({ id }: { id: string }) => id)).toEqual(['ground', 'water'])
    expect(answer.body).not.toMatch(/maps\.example|evil\.example|onerror|https?:/)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  test('is also read by visitors of the public page', async () => {
    const { link } = (await technician.post('/user/invite-public-user')).json()
    const token = new URL(link).searchParams.get('token')
    expect((await server.anyone.get(`/public/${token}`)).json().styleUrl).toBe(await styleAddress())
  })

  test('of one service changes neither the pages nor the policy of another', async () => {
    const plain = (await get('/healthz')).headers['content-security-policy']
    await partOf('style.json')
    expect((await get('/healthz')).headers['content-security-policy']).toBe(plain)
    expect(plain).not.toContain('maps.example')
    expect((await stranger.get('/user/profile')).json().service.styleUrl).toBeNull()
  })

  test('is no longer served at its old address once it is replaced', async () => {
    const before = String(await styleAddress())
    expect((await get(before)).statusCode).toBe(200)
    await setStyle(`${host.url}/style.json?v=1`)
    expect((await get(before)).statusCode).toBe(404)
    expect(await styleAddress()).not.toBe(before)
    await setStyle('')
    expect(await styleAddress()).toBeNull()
  })

  test('keeps its address when only the geocoder changes', async () => {
    const before = await styleAddress()
    await technician.patch(`/service/${bay.id}/map`, { geocoderUrl: 'https://places.example.org' })
    expect(await styleAddress()).toBe(before)
  })

  test.each([
    ['HTML', '<!doctype html><title>x</title>'],
    ['no style', { version: 7, layers: [] }],
    ['larger than 1 MB', { ...style(), metadata: 'x'.repeat(1_000_001) }],
    ['a bomb', gzipSync(JSON.stringify({ ...style(), metadata: ' '.repeat(5_000_000) }))],
  ])('that is %s is refused', async (_kind, body) => {
    host.answer('/bad.json', body, Buffer.isBuffer(body) ? { 'content-encoding': 'gzip' } : {})
    await setStyle(`${host.url}/bad.json`)
    const answer = await partOf('style.json')
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream'])
  })

  test('private addresses, also after redirects, are rejected without a request', async () => {
    host.answerWith('/moved.json', (_request, response) =>
      response.writeHead(302, { location: `${host.inside}/style.json` }).end(),
    )
    for (const styleUrl of [`${host.inside}/style.json`, 'http://127.0.0.2/style.json', `${host.url}/moved.json`]) {
      await setStyle(styleUrl)
      expect((await partOf('style.json')).statusCode, styleUrl).toBe(502)
    }
    expect(host.asked).toEqual(['/moved.json'])
  })

  test('of a silent host times out', async () => {
    host.answerWith('/slow.json', () => {})
    await setStyle(`${host.url}/slow.json`)
    expect((await partOf('style.json')).statusCode).toBe(502)
  })

  test('with an unreadable source is served without that source', async () => {
    host.answerWith('/tiles.json', (_request, response) => response.writeHead(500).end())
    const { sources, layers } = (await partOf('style.json')).json()
    expect(Object.keys(sources)).not.toContain('streets')
    expect(layers.map(({ id }: { id: string }) => id)).toEqual(['ground'])
  })

  test('is tested before it is saved', async () => {
    const tried = await technician.post('/service/check-map', { kind: 'style', url: `${host.url}/style.json?v=1` })
    expect(tried.json()).toEqual({ isWorking: true, detail: 'Harbour' })
    const refused = await technician.post('/service/check-map', { kind: 'style', url: `${host.inside}/style.json` })
    expect(refused.json()).toEqual({ isWorking: false, detail: expect.stringContaining('not public') })
  })
})

describe('resources of the style', () => {
  test('vector tiles come from the address in the TileJSON, compressed or not', async () => {
    host.answer('/mvt/3/4/5.pbf', pbf, { 'content-type': 'text/plain' })
    host.answer('/mvt/3/4/6.pbf', gzipSync(pbf), { 'content-encoding': 'gzip' })
    for (const part of ['tiles/streets/3/4/5', 'tiles/streets/3/4/6']) {
      const answer = await partOf(part)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-protobuf'])
      expect(gunzipSync(answer.rawPayload)).toEqual(pbf)
      expect(answer.headers['content-security-policy']).toContain('sandbox')
    }
  })

  test('raster tiles, images, data, sprites and glyphs have the type of their bytes', async () => {
    host.answer('/air/3/4/4.png', webp, { 'content-type': 'text/html' })
    host.answer('/air2/3/4/5.png', png)
    host.answer('/tms/3/4/1?q=321', png)
    host.answer('/plan', png)
    host.answer('/berths.json', { type: 'FeatureCollection', features: [] })
    host.answer('/sprite.json?key=1', { anchor: { x: 0 } })
    host.answer('/sprite@2x.png?key=1', png)
    host.answer('/fonts/Noto%20Sans%20Bold,Arial/0-255.pbf', glyphs)
    for (const [part, type] of [
      ['tiles/air%20photo/3/4/4', 'image/webp'],
      ['tiles/air%20photo/3/4/5', 'image/png'],
      ['tiles/tms/3/5/6', undefined],
      ['data/plan', 'image/png'],
      ['data/berths', 'application/json'],
      ['sprite/default.json', 'application/json'],
      ['sprite/default@2x.png', 'image/png'],
      ['glyphs/Noto%20Sans%20Bold,Arial/0-255', 'application/x-protobuf'],
    ] as const) {
      const answer = await partOf(part)
      expect([part, answer.statusCode], answer.body).toEqual([part, type ? 200 : 404])
      if (type) expect(answer.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
    }
    expect(host.asked).toContain('/tms/3/5/1?q=321')
  })

  test('are fetched once for concurrent and later requests', async () => {
    host.answer('/mvt/1/0/0.pbf', pbf)
    const part = 'tiles/streets/1/0/0'
    await Promise.all([partOf(part), partOf(part), partOf(part)])
    await partOf(part)
    expect(host.asked.filter((path) => path === '/mvt/1/0/0.pbf')).toHaveLength(1)
    expect(host.asked.filter((path) => path.startsWith('/style.json'))).toHaveLength(1)
  })

  test.each([
    ['tiles/streets/2/1/0', '/mvt/2/1/0.pbf', '<html>sign in</html>'],
    ['tiles/streets/2/1/0', '/mvt/2/1/0.pbf', Buffer.concat([pbf, Buffer.alloc(1_000_001)])],
    ['tiles/streets/2/1/0', '/mvt/2/1/0.pbf', gzipSync(Buffer.concat([pbf, Buffer.alloc(5_000_000)]))],
    ['tiles/air%20photo/2/1/1', '/air/2/1/1.png', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['sprite/default.json', '/sprite.json?key=1', '<html>'],
    ['sprite/default.png', '/sprite.png?key=1', Buffer.concat([png, Buffer.alloc(2_000_001)])],
    ['glyphs/Noto/0-255', '/fonts/Noto/0-255.pbf', Buffer.concat([glyphs, Buffer.alloc(300_001)])],
    ['glyphs/Noto/0-255', '/fonts/Noto/0-255.pbf', '{"error":"no such font"}'],
  ])('%s that is too large or something else is refused', async (part, path, body) => {
    host.answer(path, body)
    const answer = await partOf(part)
    expect([answer.statusCode, answer.json().code]).toEqual([502, 'upstream'])
  })

  test('missing, empty and rejected tiles get different replies', async () => {
    host.answerWith('/mvt/4/0/1.pbf', (_request, response) => response.writeHead(204).end())
    host.answerWith('/mvt/4/0/2.pbf', (_request, response) => response.writeHead(403).end())
    host.answerWith('/mvt/4/0/3.pbf', () => {})
    const statuses = await Promise.all(
      [0, 1, 2, 3].map(async (y) => (await partOf(`tiles/streets/4/0/${y}`)).statusCode),
    )
    expect(statuses).toEqual([404, 204, 502, 502])
  })

  test.each([
    'tiles/unknown/0/0/0',
    'tiles/plan/0/0/0',
    'tiles/film/0/0/0',
    'tiles/streets/1/2/0',
    'tiles/streets/1/0/-1',
    'tiles/__proto__/0/0/0',
    'data/streets',
    'data/http:%2F%2Fevil.example',
    'sprite/other.png',
    'sprite/default.svg',
    'glyphs/..%2F..%2Fsecret/0-255',
    'glyphs/../0-255',
    'glyphs/Noto/0-255.pbf',
  ])('%s is nothing that the style names', async (part) => {
    expect((await partOf(part)).statusCode).toBe(404)
    expect(host.asked.filter((path) => !/^\/(style|tiles)\.json/.test(path))).toEqual([])
  })

  test('a source on a private address returns nothing', async () => {
    expect((await partOf('tiles/inner/0/0/0')).statusCode).toBe(502)
    expect(host.asked.filter((path) => path.includes('/0/0/0'))).toEqual([])
  })

  test('unknown tokens and those of deleted services serve nothing', async () => {
    expect((await get(`/api/cohesion/map/${'x'.repeat(43)}/style.json`)).statusCode).toBe(404)
    const address = String(await styleAddress())
    await server.db.updateTable('service').set({ deletedAt: new Date() }).where('id', '=', bay.id).execute()
    expect((await get(address)).statusCode).toBe(404)
    await server.db.updateTable('service').set({ deletedAt: null }).where('id', '=', bay.id).execute()
  })
})

test('offline mode stops outgoing requests at once on every server', async () => {
  host.answer('/mvt/5/0/0.pbf', pbf)
  expect((await partOf('tiles/streets/5/0/0')).statusCode).toBe(200)
  host.asked.length = 0
  // Another server of the same database changes the setting.
  await setOffline(true)
  for (const part of ['style.json', 'tiles/streets/5/0/0', 'sprite/default.png']) {
    const answer = await partOf(part)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'offlineMode'])
  }
  expect(host.asked).toEqual([])
  await setOffline(false)
  expect((await partOf('tiles/streets/5/0/0')).statusCode).toBe(200)
})

test('a slow host does not delay the maps of other services', async () => {
  host.answer('/quick.json', { version: 8, sources: {}, layers: [] })
  for (let x = 0; x < 40; x++) host.answerWith(`/mvt/6/${x}/0.pbf`, () => {})
  const theirs = server.as(await addMember(server.db, other, other.roleId, { type: 'Technician' }))
  await theirs.patch(`/service/${other.id}/map`, { styleUrl: `${host.url}/quick.json` })
  const root = String(await styleAddress()).replace('style.json', '')
  await get(`${root}style.json`)
  const ended: string[] = []
  const slow = Promise.all(
    Array.from({ length: 40 }, (_, x) => get(`${root}tiles/streets/6/${x}/0`).then(() => ended.push('slow'))),
  )
  const { styleUrl } = (await theirs.get('/user/profile')).json().service
  expect((await get(styleUrl)).statusCode).toBe(200)
  expect(ended).toEqual([])
  await slow
})

describe('the online street map', () => {
  const address = '/api/cohesion/map/public/style.json'
  const setPublic = async (publicMap: boolean) => {
    const owner = server.as(await addMember(server.db, bay, bay.roleId, { type: 'Technician', isServerOwner: true }))
    return (await owner.patch('/settings', { publicMap })).json()
  }
  const pageStyle = async () => {
    const page = (await get('/login')).body
    return JSON.parse(/id="cohesion-config">(.*?)<\/script>/.exec(page)?.[1] ?? '{}').basemap.styleUrl
  }

  test('is offered only while the server owner has chosen it, and comes from this server alone', async () => {
    expect((await get(address)).statusCode).toBe(404)
    expect(await pageStyle()).toBeNull()
    expect((await setPublic(true)).publicMap).toBe(true)
    expect(await pageStyle()).toBe(address)
    // The stub resolver has no such host, so `upstream` proves that the server made the request.
    expect((await get(address)).json().code).toBe('upstream')
    await setOffline(true)
    expect((await get(address)).json().code).toBe('offlineMode')
    expect(await pageStyle()).toBeNull()
    await setOffline(false)
    expect((await setPublic(false)).publicMap).toBe(false)
    expect((await get(address)).statusCode).toBe(404)
  })

  test('is chosen by the server’s owner only', async () => {
    expect((await technician.patch('/settings', { publicMap: true })).statusCode).toBe(403)
  })
})

describe('a style on this server', () => {
  test('is passed to the pages unchanged, and the server never requests it', async () => {
    expect((await setStyle('/maps/style.json')).statusCode).toBe(200)
    expect(await styleAddress()).toBe('/maps/style.json')
    const { token = '' } = (await server.db.selectFrom('service').select('map').where('id', '=', bay.id).executeTakeFirstOrThrow()).map // biome-ignore format: one line
    expect((await get(`/api/cohesion/map/${token}/style.json`)).statusCode).toBe(404)
    expect(host.asked).toEqual([])
  })

  test.each(['//evil.example/style.json', '/\\evil.example', 'style.json', '/with space', 'javascript:alert(1)'])(
    '%s is no path',
    async (path) => {
      expect((await setStyle(path)).statusCode).toBe(400)
    },
  )
})
