import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const code = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'sw.ts'), 'utf8')).replace(
  /^export \{\}$/m,
  '',
)
const ORIGIN = 'https://cohesion.example'
const FILES = ['/assets/app-1.js', '/theme.js']

type Handler = (event: Record<string, unknown>) => void
type Page = { url: string; visibilityState: string; postMessage: ReturnType<typeof vi.fn>; focus: () => unknown }

const page = (path: string, visibilityState = 'visible'): Page => ({
  url: ORIGIN + path,
  visibilityState,
  postMessage: vi.fn(),
  focus: vi.fn(),
})

/** The part of CacheStorage that the worker uses: responses by address, in insertion order. */
const makeCaches = () => {
  const all = new Map<string, Map<string, Response>>()
  const addressOf = (request: Request | string) =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).href
  const open = async (name: string) => {
    if (!all.has(name)) all.set(name, new Map())
    const kept = all.get(name) as Map<string, Response>
    return {
      match: async (request: Request | string) => kept.get(addressOf(request))?.clone(),
      put: async (request: Request | string, answer: Response) => void kept.set(addressOf(request), answer),
      add: async (request: Request | string) => void kept.set(addressOf(request), new Response('from the server')),
      keys: async () => [...kept.keys()],
      delete: async (request: string) => kept.delete(addressOf(request)),
    }
  }
  return {
    all,
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    has: async (name: string) => all.has(name),
    match: async (request: string) => {
      for (const kept of all.values()) if (kept.has(addressOf(request))) return kept.get(addressOf(request))
      return undefined
    },
  }
}

const begin = (pages: Page[] = []) => {
  const handlers = new Map<string, Handler>()
  const caches = makeCaches()
  const fetched = vi.fn<(request: Request) => Promise<Response>>()
  const worker = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    clients: { matchAll: vi.fn(async () => pages), openWindow: vi.fn(), claim: vi.fn() },
    registration: { showNotification: vi.fn() },
    skipWaiting: vi.fn(),
  }
  new Function('self', 'caches', 'location', 'fetch', 'FILES', 'VERSION', code)(
    worker,
    caches,
    new URL(ORIGIN),
    fetched,
    FILES,
    'v2',
  )
  const fire = async (name: string, event: Record<string, unknown>) => {
    const work: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    handlers.get(name)?.({
      ...event,
      waitUntil: (one: Promise<unknown>) => work.push(one),
      respondWith: (one: Promise<Response>) => {
        answer = one
      },
    })
    await Promise.all(work)
    return answer
  }
  const push = (data: object) => fire('push', { data: { json: () => ({ data }) } })
  const press = (url?: string) => {
    const notification = { close: vi.fn(), data: url === undefined ? null : { url } }
    return fire('notificationclick', { notification }).then(() => notification)
  }
  const ask = (path: string, mode = 'cors', method = 'GET') =>
    fire('fetch', { request: { url: ORIGIN + path, method, mode } })
  return { worker, caches, fetched, fire, push, press, ask }
}

test('an installed worker has every file and reuses those of the previous version', async () => {
  const { caches, fire } = begin()
  await (await caches.open('shell-v1')).put('/theme.js', new Response('from before'))
  await fire('install', {})
  const shell = await caches.open('shell-v2')
  expect(await (await shell.match('/theme.js'))?.text()).toBe('from before')
  expect(await (await shell.match('/assets/app-1.js'))?.text()).toBe('from the server')
})

test('glyphs of a saved map are available offline, whichever version saved them', async () => {
  const { caches, fetched, ask } = begin()
  fetched.mockRejectedValue(new Error('offline'))
  await (await caches.open('map-tiles')).put('/assets/greek-1.woff2', new Response('letters'))
  const answer = await ask('/assets/greek-1.woff2')
  expect(await (answer as Response).text()).toBe('letters')
})

describe('a push message', () => {
  const news = { action: 'AOI_SHARED', text: 'נועה שיתפה: Pier 3', url: '/?selected=aoi.7' }

  test('is a device notification if no page is visible', async () => {
    const { worker, push } = begin([page('/', 'hidden')])
    await push(news)
    expect(worker.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      'Cohesion',
      expect.objectContaining({ body: news.text, tag: news.url, data: { url: news.url }, dir: 'auto' }),
    )
  })

  test('is shown by the visible page, once', async () => {
    const seen = page('/')
    const hidden = page('/sensors', 'hidden')
    const { worker, push } = begin([seen, hidden])
    await push(news)
    expect(seen.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'pushed', ...news })
    expect(hidden.postMessage).not.toHaveBeenCalled()
    expect(worker.registration.showNotification).not.toHaveBeenCalled()
  })
})

describe('the button of an alarm', () => {
  const alarm = {
    action: 'ALARM',
    text: 'Alarm: Flood',
    url: '/?panel=alarms',
    tag: 'a',
    notice: 'token',
    button: 'Take',
  }
  const pressButton = (isTaken: boolean) => {
    const open = page('/', 'hidden')
    const { fire, push, worker, fetched } = begin([open])
    fetched.mockResolvedValue(new Response('{}', { status: isTaken ? 200 : 404 }))
    const notification = { close: vi.fn(), data: { url: alarm.url, notice: alarm.notice } }
    return {
      open,
      push,
      worker,
      fetched,
      press: () => fire('notificationclick', { notification, action: 'acknowledge' }),
    }
  }

  test('is on its notification, which stays until it is pressed', async () => {
    const { push, worker } = pressButton(true)
    await push(alarm)
    expect(worker.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      'Cohesion',
      expect.objectContaining({
        tag: 'a',
        requireInteraction: true,
        actions: [{ action: 'acknowledge', title: 'Take' }],
      }),
    )
  })

  test('acknowledges without opening the app, or opens it on failure', async () => {
    const { fetched, press, open } = pressButton(true)
    await press()
    expect(fetched.mock.lastCall).toEqual(['/api/cohesion/escalation-notices/token/acknowledge', { method: 'POST' }])
    expect(open.focus).not.toHaveBeenCalled()
    const failing = pressButton(false)
    await failing.press()
    expect(failing.open.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'open', url: alarm.url })
  })
})

describe('a pressed notification', () => {
  test('closes, and opens its subject in the existing page', async () => {
    const open = page('/sensors', 'hidden')
    const { worker, press } = begin([page('/login'), open])
    const notification = await press('/?selected=aoi.7')
    expect(notification.close).toHaveBeenCalledOnce()
    expect(open.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'open', url: '/?selected=aoi.7' })
    expect(open.focus).toHaveBeenCalledOnce()
    expect(worker.clients.openWindow).not.toHaveBeenCalled()
  })

  test.each([
    ['/?selected=aoi.7', '/?selected=aoi.7'],
    ['https://elsewhere.example/steal', '/'],
    [undefined, '/'],
  ])('without a page of the app opens one: %s → %s', async (url, opened) => {
    const { worker, press } = begin([page('/invite')])
    await press(url)
    expect(worker.clients.openWindow).toHaveBeenCalledExactlyOnceWith(opened)
  })
})

describe('on a slow connection', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const start = async () => {
    const { caches, fetched, ask } = begin()
    const shell = await caches.open('shell-v2')
    await shell.put('/', new Response('the kept page'))
    const slow = Promise.withResolvers<Response>()
    fetched.mockReturnValue(slow.promise)
    return { shell, slow, answer: ask('/sensors', 'navigate') }
  }

  test('a page that arrives in time is shown', async () => {
    const { shell, slow, answer } = await start()
    await vi.advanceTimersByTimeAsync(500)
    slow.resolve(new Response('the new page'))
    expect(await (await answer)?.text()).toBe('the new page')
    expect(await (await shell.match('/'))?.text()).toBe('the kept page')
  })

  test('otherwise the cached page is shown, and the late one is cached for the next time', async () => {
    const { shell, slow, answer } = await start()
    await vi.advanceTimersByTimeAsync(1000)
    expect(await (await answer)?.text()).toBe('the kept page')
    slow.resolve(new Response('the new page'))
    await vi.advanceTimersByTimeAsync(0)
    expect(await (await shell.match('/'))?.text()).toBe('the new page')
  })

  test('a late error is not cached', async () => {
    const { shell, slow, answer } = await start()
    await vi.advanceTimersByTimeAsync(1000)
    await answer
    slow.resolve(new Response('in maintenance', { status: 503 }))
    await vi.advanceTimersByTimeAsync(0)
    expect(await (await shell.match('/'))?.text()).toBe('the kept page')
  })
})

describe('without a connection', () => {
  const noLine = () => Promise.reject(new TypeError('Failed to fetch'))

  test.each(['/', '/sensors?tab=status', '/calendar', '/terms'])('%s shows the cached page', async (path) => {
    const { caches, fetched, ask } = begin()
    fetched.mockImplementation(noLine)
    await (await caches.open('shell-v2')).put('/', new Response('the page'))
    expect(await (await await ask(path, 'navigate'))?.text()).toBe('the page')
  })

  test('the map shows the cached tile, and a picture needs no connection', async () => {
    const { fetched, ask } = begin()
    fetched.mockImplementation(async () => new Response('seen'))
    const tile = '/api/cohesion/aoi/tiles/1/2/3'
    const picture = '/api/cohesion/files/abc'
    await await ask(tile)
    await await ask(picture)
    fetched.mockReset().mockImplementation(noLine)
    expect(await (await await ask(tile))?.text()).toBe('seen')
    expect(await (await await ask(picture))?.text()).toBe('seen')
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('API calls, writes and other pages are not intercepted', async () => {
    const { ask } = begin()
    expect(await ask('/api/cohesion/aoi/filtered')).toBeUndefined()
    expect(await ask('/', 'navigate', 'POST')).toBeUndefined()
    expect(await ask('/login', 'navigate')).toBeUndefined()
  })
})

describe('a new version', () => {
  let begun: ReturnType<typeof begin>
  beforeEach(() => {
    begun = begin()
  })

  test('waits for the message to activate', async () => {
    await begun.fire('message', { data: 'something else', ports: [] })
    expect(begun.worker.skipWaiting).not.toHaveBeenCalled()
    await begun.fire('message', { data: 'activate', ports: [] })
    expect(begun.worker.skipWaiting).toHaveBeenCalledOnce()
  })

  test('lists the files that it caches', async () => {
    const port = { postMessage: vi.fn() }
    await begun.fire('message', { data: 'files', ports: [port] })
    expect(port.postMessage).toHaveBeenCalledExactlyOnceWith(FILES)
  })

  test('removes the files of the old one, and keeps pictures and map views', async () => {
    for (const name of ['shell-v1', 'shell-v2', 'pictures', 'views']) await begun.caches.open(name)
    await begun.fire('activate', {})
    expect(await begun.caches.keys()).toEqual(['shell-v2', 'pictures', 'views'])
    expect(begun.worker.clients.claim).toHaveBeenCalledOnce()
  })
})

describe('streets', () => {
  const path = (revision: string) => `/api/cohesion/streets/tiles/${revision}/streets/14/1/2`
  const saveTile = async ({ caches }: ReturnType<typeof begin>, revision: string, cache = 'map-tiles-1') =>
    (await caches.open(cache)).put(
      '/api/cohesion/streets/tiles/saved/streets/14/1/2',
      new Response('saved', { headers: { 'x-map-revision': revision } }),
    )

  test('that were saved are shown offline, also those of an older map', async () => {
    const scene = begin()
    scene.fetched.mockRejectedValue(new TypeError('offline'))
    await expect(scene.ask(path('new'))).rejects.toThrow('offline')
    await saveTile(scene, 'old')
    expect(await (await scene.ask(path('new')))?.text()).toBe('saved')
  })

  test('that were saved from the same map are not requested again', async () => {
    const scene = begin()
    await saveTile(scene, 'same')
    expect(await (await scene.ask(path('same')))?.text()).toBe('saved')
    expect(scene.fetched).not.toHaveBeenCalled()
  })

  test('of a newer map come from the server while it can be reached', async () => {
    const scene = begin()
    await saveTile(scene, 'old')
    scene.fetched.mockResolvedValue(new Response('newer'))
    expect(await (await scene.ask(path('new')))?.text()).toBe('newer')
  })

  test('are found in both maps while one is saved again', async () => {
    const scene = begin()
    await saveTile(scene, 'old')
    await saveTile(scene, 'new', 'map-tiles-2')
    expect((await scene.ask(path('new')))?.headers.get('x-map-revision')).toBe('new')
    expect((await scene.ask(path('old')))?.headers.get('x-map-revision')).toBe('old')
    expect(scene.fetched).not.toHaveBeenCalled()
  })

  test('are 404 offline when not saved, so the map shows the nearest ancestor', async () => {
    const scene = begin()
    await saveTile(scene, 'same')
    scene.fetched.mockRejectedValue(new TypeError('offline'))
    const closer = path('same').replace('14/1/2', '15/2/4')
    expect((await scene.ask(closer))?.status).toBe(404)
  })

  test('leave no cache behind on a device that saved none', async () => {
    const scene = begin()
    scene.fetched.mockResolvedValue(new Response('tile'))
    await scene.ask(path('any'))
    expect([...scene.caches.all.keys()].filter((name) => name.startsWith('map-tiles'))).toEqual([])
  })
})
