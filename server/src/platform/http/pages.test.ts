import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { type FrameOrigins, type PageConfig, registerPages } from './pages.ts'
import { handleProblems } from './problems.ts'
import { registerSecurity } from './security.ts'

const config: PageConfig = {
  apiKey: 'key',
  version: '1',
  publicUrl: null,
  vapidPublicKey: null,
  basemap: { styleUrl: null, tileSets: [] },
  demo: false,
  canMail: false,
  needsSetup: false,
}
const isAway = () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))

const script = Buffer.from('const text = "as it was written"\n'.repeat(100))

const pageServer = async (read: () => Promise<PageConfig>, frameOrigins: FrameOrigins = async () => []) => {
  const folder = await temporaryFolder()
  for (const name of ['index.html', 'login.html', 'board.html'])
    await writeFile(join(folder, name), `<html lang="en" dir="ltr"><!--cohesion-config--> the app, ${name}`)
  await mkdir(join(folder, 'assets'))
  // The build writes each script in three encodings.
  for (const [end, bytes] of Object.entries({ '': script, '.br': brotliCompressSync(script), '.gz': gzipSync(script) }))
    await writeFile(join(folder, `assets/base-1.js${end}`), bytes)
  const app = Fastify() as unknown as FastifyInstance
  const source = { read }
  handleProblems(app)
  await registerSecurity(app, { mapHosts: () => [], isSecure: false, inline: [] })
  await registerPages(app, folder, {
    pageConfig: () => source.read(),
    inlineScripts: { put: (html) => html, sources: [] },
    frameOrigins,
  })
  const open = (url: string, cookie = '') => app.inject({ url, headers: { accept: 'text/html', cookie } })
  const load = (url: string, encoding: string) => app.inject({ url, headers: { 'accept-encoding': encoding } })
  const head = (url: string) => app.inject({ method: 'HEAD', url })
  return { open, load, head, source }
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (bytes: Buffer) => bytes],
] as const)(
  'a browser that accepts %s gets a script as the build compressed it',
  async (accepted, encoding, unpack) => {
    const { load } = await pageServer(async () => config)
    const { headers, rawPayload } = await load('/assets/base-1.js', accepted)
    expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding'])
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(unpack(rawPayload)).toEqual(script)
    expect(rawPayload.length < script.length / 2).toBe(encoding !== undefined)
  },
)

test('only files of the build are found below /assets', async () => {
  const { load, head } = await pageServer(async () => config)
  const known = await head('/assets/base-1.js')
  expect([known.statusCode, known.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  for (const path of ['base-2.js', 'base-1.js.br', '', '..%2findex.html', '%2e%2e/index.html', '%00'])
    expect((await load(`/assets/${path}`, 'identity')).statusCode, path).toBe(404)
})

test('a browser gets a retry page in its language before the configuration is read', async () => {
  const { open, source } = await pageServer(isAway)
  for (const [url, cookie, title] of [
    ['/', '', 'Cohesion is starting…'],
    ['/login', '', 'Cohesion is starting…'],
    ['/invite?token=x', 'locale=he', 'Cohesion בהפעלה…'],
    ['/no-such-page', '', 'Cohesion is starting…'],
  ] as const) {
    const page = await open(url, cookie)
    expect(page.statusCode).toBe(503)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '5',
      'cache-control': 'no-store',
    })
    expect(page.body).toContain(title)
    expect(page.body).toContain('http-equiv="refresh" content="5"')
    expect(page.body).toContain(cookie ? '<html lang="he" dir="rtl">' : '<html lang="en" dir="ltr">')
  }
  source.read = async () => config
  expect((await open('/')).body).toContain('the app, index.html')
})

test('a page is served as it was last known while the database is away', async () => {
  const { open, source } = await pageServer(async () => config)
  const before = await open('/')
  source.read = isAway
  const page = await open('/')
  expect([page.statusCode, page.body]).toEqual([200, before.body])
  source.read = async () => ({ ...config, version: '2' })
  expect((await open('/')).body).toContain('"version":"2"')
})

test('pages wait for one read while the database hangs, and are served as they were last known', async () => {
  const { open, source } = await pageServer(async () => config)
  const before = await open('/')
  const hanging = Promise.withResolvers<typeof config>()
  source.read = vi.fn(() => hanging.promise)
  const page = await open('/')
  expect([page.statusCode, page.body]).toEqual([200, before.body])
  expect((await open('/login')).body).toContain('the app, login.html')
  expect(source.read).toHaveBeenCalledTimes(1)
  hanging.resolve({ ...config, version: '2' })
  expect((await open('/')).body).toContain('"version":"2"')
})

test('pages requested at once share one read of the configuration', async () => {
  let reads = 0
  const { open, source } = await pageServer(async () => config)
  source.read = async () => {
    reads++
    await pause(20)
    return config
  }
  const pages = await Promise.all(Array.from({ length: 200 }, () => open('/login')))
  expect(new Set(pages.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(reads).toBe(1)
  await open('/login')
  expect(reads).toBe(2)
})

test("only the public board may be framed, and only by its service's origins", async () => {
  const origins: Record<string, string[]> = {
    mine: ['https://town.example', 'https://evil.example; sandbox', '*'],
    none: [],
  }
  const { open } = await pageServer(
    async () => config,
    async (token) => origins[token] ?? [],
  )
  const framing = async (url: string) => {
    const { headers } = await open(url, 'locale=he; session=x')
    const [, ancestors] = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    return [ancestors, headers['x-frame-options']]
  }
  expect(await framing('/board?token=mine')).toEqual(['https://town.example', undefined])
  for (const url of [
    '/board?token=none',
    '/board',
    '/board?token=mine&token=none',
    '/invite?token=mine',
    '/',
    '/login',
  ])
    expect(await framing(url), url).toEqual(["'none'", 'SAMEORIGIN'])
})

test('the page of the public board reads no cookie and sets none', async () => {
  const { open } = await pageServer(async () => config)
  const plain = await open('/board?token=x')
  const withCookie = await open('/board?token=x', 'locale=he; session=x')
  expect(plain.body).toContain('the app, board.html')
  expect(withCookie.body).toBe(plain.body)
  expect(withCookie.headers['set-cookie']).toBeUndefined()
  expect(withCookie.headers.vary ?? '').not.toContain('cookie')
})

test('the board cannot be framed while its allowed origins cannot be read', async () => {
  const { open } = await pageServer(
    async () => config,
    () => Promise.reject(new Error('away')),
  )
  const page = await open('/board?token=mine')
  expect([page.statusCode, page.headers['x-frame-options']]).toEqual([200, 'SAMEORIGIN'])
})
