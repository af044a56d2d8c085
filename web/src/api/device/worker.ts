const LOOK_EVERY_MS = 3_600_000

/** From the worker: a message was pushed while the page is visible, or a notification was clicked. */
export type WorkerMessage = { type: 'pushed'; text: string; url?: string } | { type: 'open'; url: string }

export const onWorkerMessage = (listener: (message: WorkerMessage) => void): (() => void) => {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const hear = ({ data }: MessageEvent<WorkerMessage>) => listener(data)
  workers?.addEventListener('message', hear)
  workers?.startMessages()
  return () => workers?.removeEventListener('message', hear)
}

/** The files that a worker caches. They show whether this page is of the worker's version. */
const filesOf = (worker: ServiceWorker): Promise<string[]> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data as string[])
    worker.postMessage('files', [port2])
  })

/** The scripts that this page names; the first of them stands in the page itself. */
const ownScripts = (): string[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    .map(({ href }) => new URL(href).pathname)
    .filter((path) => path.startsWith('/assets/'))

/**
 * Registers the service worker. Where that fails (plain http, a browser that forbids it) the app works online only,
 * silently. `onUpdate` receives a function that activates a new version.
 */
export const registerWorker = async (onUpdate: (update: () => void) => void): Promise<() => void> => {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    const offerUpdate = async () => {
      const { waiting } = registration
      if (!waiting) return
      const [files, own] = [new Set(await filesOf(waiting)), ownScripts()]
      // This page was just loaded from the server and is already the new version: activate the worker without asking.
      if (own.length > 0 && own.every((script) => files.has(script))) return waiting.postMessage('activate')
      onUpdate(() => {
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
        waiting.postMessage('activate')
      })
    }
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => installing.state === 'installed' && void offerUpdate())
    })
    void offerUpdate()
    const timer = setInterval(() => void registration.update().catch(() => {}), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  } catch {
    return () => {}
  }
}
