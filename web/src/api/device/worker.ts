const LOOK_EVERY_MS = 3_600_000

/** Message from the worker: a push message while the page is visible, or a click on a notification. */
export type WorkerMessage = { type: 'pushed'; text: string; url?: string } | { type: 'open'; url: string }

export const onWorkerMessage = (listener: (message: WorkerMessage) => void): (() => void) => {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const hear = ({ data }: MessageEvent<WorkerMessage>) => listener(data)
  workers?.addEventListener('message', hear)
  workers?.startMessages()
  return () => workers?.removeEventListener('message', hear)
}

const filesOf = (worker: ServiceWorker): Promise<string[]> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data as string[])
    worker.postMessage('files', [port2])
  })

/** Paths of this page's preloaded scripts. The page's first script is inline and has no path. */
const ownScripts = (): string[] =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    .map(({ href }) => new URL(href).pathname)
    .filter((path) => path.startsWith('/assets/'))

/**
 * Registers the service worker. If that fails, for example without https, the app works online only. `onUpdate`
 * receives a function that activates a new version.
 */
export const registerWorker = async (onUpdate: (update: () => void) => void): Promise<() => void> => {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    const offerUpdate = async () => {
      const { waiting } = registration
      if (!waiting) return
      const files = new Set(await filesOf(waiting))
      const own = ownScripts()
      // The page already runs the new version, so its worker is activated without asking.
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
