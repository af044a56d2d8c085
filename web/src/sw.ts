/** Keeps the app on the device, and shows what the server pushes. Its build puts the list of files in. */

// What a service worker has and a page has not; the rest is of the DOM.
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchStarted = Extendable & { request: Request; respondWith: (answer: Promise<Response> | Response) => void }
type PushMessage = Extendable & { data: { json: () => unknown } | null }
type NotificationPress = Extendable & { notification: Notification }
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
/** Wiped when someone signs out (behaviour 32); named in api/wipe.ts too. */
const pictures = 'pictures'
const views = 'views'
const KEPT_PICTURES = 300
const KEPT_VIEWS = 400

const workspacePages = new Set(['/', '/sensors', '/calendar', '/terms'])
const isPicture = (path: string) => path.startsWith('/api/cohesion/files/')
const isTile = (path: string) => path.startsWith('/api/cohesion/aoi/tiles/')

worker.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(shell)
    // One after another: the page that is being looked at needs the line more than we do.
    for (const file of FILES) {
      const known = await caches.match(file)
      if (known) await cache.put(file, known)
      else await cache.add(file)
    }
    // The page itself carries the server's configuration, and is the same for every address of the workspace.
    await cache.add(new Request('/', { cache: 'reload' }))
  }
  event.waitUntil(keep())
})

worker.addEventListener('activate', (event) => {
  const clean = async () => {
    for (const name of await caches.keys()) if (name.startsWith('shell-') && name !== shell) await caches.delete(name)
    await worker.clients.claim()
  }
  event.waitUntil(clean())
})

const fromShell = async (request: Request | string) => (await caches.open(shell)).match(request, { ignoreVary: true })

/** The newest page, with the newest configuration; the kept one when there is no line. */
const page = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await fromShell('/')
    if (kept) return kept
    throw error
  }
}

const limit = async (cache: Cache, most: number) => {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
}

/** A picture never changes under its address. */
const picture = async (request: Request): Promise<Response> => {
  const cache = await caches.open(pictures)
  const kept = await cache.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) {
    await cache.put(request, answer.clone())
    await limit(cache, KEPT_PICTURES)
  }
  return answer
}

/** The map as it is; as it was when there is no line. */
const tile = async (request: Request): Promise<Response> => {
  const cache = await caches.open(views)
  try {
    const answer = await fetch(request)
    if (answer.ok && answer.status === 200) {
      await cache.put(request, answer.clone())
      await limit(cache, KEPT_VIEWS)
    }
    return answer
  } catch (error) {
    const kept = await cache.match(request, { ignoreVary: true })
    if (kept) return kept
    throw error
  }
}

/** Named by its content: what was seen once, such as a part of the world map, is there for good. */
const asset = async (request: Request): Promise<Response> => {
  const kept = await fromShell(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok && answer.status === 200) await (await caches.open(shell)).put(request, answer.clone())
  return answer
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (workspacePages.has(url.pathname)) event.respondWith(page(request))
  } else if (isPicture(url.pathname)) event.respondWith(picture(request))
  else if (isTile(url.pathname)) event.respondWith(tile(request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (FILES.includes(url.pathname)) event.respondWith(fromShell(request).then((kept) => kept ?? fetch(request)))
})

type Payload = { data: { action: string; text: string; url?: string } }

/** Who looks at the app is told there; who does not, by the device. */
const show = async ({ data }: Payload) => {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const seen = pages.filter(({ visibilityState }) => visibilityState === 'visible')
  for (const one of seen) one.postMessage({ type: 'pushed', ...data })
  if (seen.length > 0) return
  await worker.registration.showNotification('Cohesion', {
    body: data.text,
    // News of one thing replace each other.
    tag: data.url ?? data.action,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { url: data.url ?? '/' },
    dir: 'auto',
  })
}

worker.addEventListener('push', (event) => {
  const payload = event.data?.json() as Payload | undefined
  if (payload?.data?.text) event.waitUntil(show(payload))
})

/** Only addresses of this app. */
const ownAddress = (url: unknown): string => {
  const { origin, pathname, search } = new URL(String(url ?? '/'), location.origin)
  return origin === location.origin ? pathname + search : '/'
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = ownAddress((event.notification.data as { url?: unknown } | null)?.url)
  const open = async () => {
    const pages = await worker.clients.matchAll({ type: 'window' })
    // The pages of visitors and of signing in have no cards to show.
    const first = pages.find((one) => workspacePages.has(new URL(one.url).pathname))
    if (!first) return worker.clients.openWindow(url)
    first.postMessage({ type: 'open', url })
    return first.focus()
  }
  event.waitUntil(open())
})

worker.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(worker.skipWaiting())
  if (event.data === 'files') event.ports[0]?.postMessage(FILES)
})

export {}
