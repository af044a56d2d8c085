// Types of the service worker API, which the DOM library lacks.
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchStarted = Extendable & { request: Request; respondWith: (answer: Promise<Response> | Response) => void }
type PushMessage = Extendable & { data: { json: () => unknown } | null }
type NotificationPress = Extendable & { notification: Notification; action?: string }
type MessageReceived = Extendable & { data: unknown; ports: readonly MessagePort[] }
type Page = {
  url: string
  visibilityState: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown) => void
}
type Worker = {
  clients: {
    claim: () => Promise<void>
    matchAll: (options: object) => Promise<Page[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: ServiceWorkerRegistration
  skipWaiting: () => Promise<void>
  addEventListener: {
    (name: 'install' | 'activate', listener: (event: Extendable) => void): void
    (name: 'fetch', listener: (event: FetchStarted) => void): void
    (name: 'push', listener: (event: PushMessage) => void): void
    (name: 'notificationclick', listener: (event: NotificationPress) => void): void
    (name: 'message', listener: (event: MessageReceived) => void): void
  }
}

declare const FILES: readonly string[]
declare const VERSION: string

const worker = self as unknown as Worker
const shell = `shell-${VERSION}`
/** Caches that are deleted on sign-out; api/device/wipe.ts repeats their names. */
const pictures = 'pictures'
const views = 'views'
/**
 * Prefix of the caches with a saved street map (geo/streets/offline/saved-map.ts). Saving the map again creates a
 * second cache.
 */
const mapTiles = 'map-tiles'
const MOST_PICTURES = 300
const MOST_VIEWS = 400

const workspacePages = new Set(['/', '/sensors', '/calendar', '/terms'])
/** Excludes visitors' pictures, which must not be cached. */
const isPicture = ({ pathname, searchParams }: URL) =>
  pathname.startsWith('/api/cohesion/files/') && searchParams.get('copy') !== 'none'
const isTile = (path: string) => path.startsWith('/api/cohesion/aoi/tiles/')

const streetTile = /^(\/api\/cohesion\/streets\/tiles\/)(\w+)(\/.*)$/

/** Number of parallel downloads. Small files mostly wait for latency, but more downloads would delay the page. */
const PRECACHE_AT_ONCE = 4

const precache = async () => {
  const cache = await caches.open(shell)
  const left = FILES.values()
  const precacheNext = async () => {
    for (const file of left) {
      const cached = await caches.match(file)
      if (cached) await cache.put(file, cached)
      else await cache.add(file)
    }
  }
  await Promise.all(Array.from({ length: PRECACHE_AT_ONCE }, precacheNext))
  // The page carries the server's configuration and is the same for every address of the workspace.
  await cache.add(new Request('/', { cache: 'reload' }))
}

/** Whether only visitors use this device. It then gets notifications, but no offline pages. */
const isVisitorsDevice = async (): Promise<boolean> => {
  if (await caches.match('/')) return false
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.length > 0 && pages.every(({ url }) => new URL(url).pathname === '/invite')
}

worker.addEventListener('install', (event) => {
  event.waitUntil(isVisitorsDevice().then((isVisitors) => (isVisitors ? undefined : precache())))
})

worker.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('shell-') && name !== shell) await caches.delete(name)
    await worker.clients.claim()
  }
  event.waitUntil(clean())
})

const fromShell = async (request: Request | string) => (await caches.open(shell)).match(request, { ignoreVary: true })

/** Longer than a page takes on a good connection, and short enough for users to wait. */
const PAGE_PATIENCE_MS = 1000

/**
 * Returns the page from the network, for current configuration, or from the cache if offline or slow. A late reply
 * updates the cache.
 */
const page = async (request: Request): Promise<Response> => {
  const cached = await fromShell('/')
  const asked = fetch(request)
  if (!cached) return asked
  let isLate = false
  const fresh = asked.then(
    async (answer) => {
      if (isLate && answer.ok && !answer.redirected) await (await caches.open(shell)).put('/', answer.clone())
      return answer
    },
    () => cached,
  )
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), PAGE_PATIENCE_MS))
  const first = await Promise.race([fresh, late])
  isLate = true
  return first
}

const limit = async (cache: Cache, most: number) => {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
}

/** Returns a picture from the cache if possible. A picture's content never changes under the same address. */
const picture = async (request: Request): Promise<Response> => {
  const cache = await caches.open(pictures)
  const cached = await cache.match(request, { ignoreVary: true })
  if (cached) return cached
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) {
    await cache.put(request, answer.clone())
    await limit(cache, MOST_PICTURES)
  }
  return answer
}

const tile = async (request: Request): Promise<Response> => {
  const cache = await caches.open(views)
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.status === 200) {
      await cache.put(request, answer.clone())
      await limit(cache, MOST_VIEWS)
    }
    return answer
  } catch (error) {
    const cached = await cache.match(request, { ignoreVary: true })
    if (cached) return cached
    throw error
  }
}

/**
 * Returns a saved tile of the current map at once, and one of an older map only offline. Tiles are saved without their
 * revision, because older streets are better than none. A missing tile is 404 offline, so that the map shows its saved
 * parent.
 */
const street = async (request: Request, path: string): Promise<Response> => {
  const [, before = '', revision = '', rest = ''] = streetTile.exec(path) ?? []
  const names = (await caches.keys()).filter((name) => name.startsWith(mapTiles))
  let older: Response | undefined
  for (const name of names) {
    const saved = await (await caches.open(name)).match(`${before}saved${rest}`, { ignoreVary: true })
    if (saved?.headers.get('x-map-revision') === revision) return saved
    older ??= saved
  }
  try {
    return await fetch(request)
  } catch (error) {
    if (older) return older
    if (names.length > 0) return new Response(null, { status: 404 })
    throw error
  }
}

/**
 * Returns an asset from any cache if possible. Its name contains a hash of its content, so what another version of the app
 * stored is the same, such as the glyphs of a saved map.
 */
const asset = async (request: Request): Promise<Response> => {
  const cached = (await fromShell(request)) ?? (await caches.match(request, { ignoreVary: true }))
  if (cached) return cached
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) await (await caches.open(shell)).put(request, answer.clone())
  return answer
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!workspacePages.has(url.pathname)) return
    event.respondWith(page(request))
    // Fills the shell on the first workspace page, because a visitor's page may have installed the worker without it.
    event.waitUntil(fromShell('/').then((cached) => (cached ? undefined : precache())))
  } else if (isPicture(url)) event.respondWith(picture(request))
  else if (streetTile.test(url.pathname)) event.respondWith(street(request, url.pathname))
  else if (isTile(url.pathname)) event.respondWith(tile(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (FILES.includes(url.pathname))
    event.respondWith(fromShell(request).then((cached) => cached ?? fetch(request)))
})

/** The contents of a push message. `notice` and `button` are set for an alarm that the notification can acknowledge. */
type Payload = {
  data: { action: string; text: string; url?: string; tag?: string; notice?: string; button?: string }
}

const ACKNOWLEDGE = 'acknowledge'

const isWorkspace = (url: string): boolean => workspacePages.has(new URL(url, location.origin).pathname)

/**
 * Shows a push message in visible pages of its kind (workspace or follow page), or as a device notification if there
 * are none.
 */
const show = async ({ data }: Payload) => {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const isForWorkspace = isWorkspace(data.url ?? '/')
  const isFor = (url: string) => (isForWorkspace ? isWorkspace(url) : new URL(url).search.includes('follow='))
  const visible = pages.filter(({ url, visibilityState }) => visibilityState === 'visible' && isFor(url))
  for (const one of visible) one.postMessage({ type: 'pushed', ...data })
  if (visible.length > 0) return
  await worker.registration.showNotification('Cohesion', {
    body: data.text,
    // A newer notification on the same subject replaces the older one.
    tag: data.tag ?? data.url ?? data.action,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url: data.url ?? '/', notice: data.notice },
    dir: 'auto',
    ...(data.notice && { requireInteraction: true, actions: [{ action: ACKNOWLEDGE, title: data.button ?? '✓' }] }),
  } as NotificationOptions)
}

worker.addEventListener('push', (event) => {
  const payload = event.data?.json() as Payload | undefined
  if (payload?.data?.text) event.waitUntil(show(payload))
})

const ownAddress = (url: unknown): string => {
  const { origin, pathname, search } = new URL(String(url ?? '/'), location.origin)
  return origin === location.origin ? pathname + search : '/'
}

/** Acknowledges an alarm by its notice token, because the worker has no session. Returns whether that succeeded. */
const acknowledge = async (notice: string): Promise<boolean> => {
  const address = `/api/cohesion/escalation-notices/${encodeURIComponent(notice)}/acknowledge`
  return fetch(address, { method: 'POST' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data = event.notification.data as { url?: unknown; notice?: string } | null
  const url = ownAddress(data?.url)
  const open = async () => {
    // Only workspace pages can open cards; visitor and sign-in pages cannot.
    const pages = isWorkspace(url) ? await worker.clients.matchAll({ type: 'window' }) : []
    const first = pages.find((one) => isWorkspace(one.url))
    if (!first) return worker.clients.openWindow(url)
    first.postMessage({ type: 'open', url })
    return first.focus()
  }
  const isPressed = event.action === ACKNOWLEDGE && data?.notice
  // If acknowledging fails, the page opens and shows the reason.
  event.waitUntil(isPressed ? acknowledge(data.notice as string).then((isDone) => isDone || open()) : open())
})

worker.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(worker.skipWaiting())
  if (event.data === 'files') event.ports[0]?.postMessage(FILES)
})

export {}
