const LOOK_EVERY_MS = 3_600_000

/** What the worker tells the page: something was pushed while it is looked at, or a notification was pressed. */
export type WorkerMessage = { type: 'pushed'; text: string; url?: string } | { type: 'open'; url: string }

export const onWorkerMessage = (listener: (message: WorkerMessage) => void): (() => void) => {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const hear = ({ data }: MessageEvent<WorkerMessage>) => listener(data)
  workers?.addEventListener('message', hear)
  workers?.startMessages()
  return () => workers?.removeEventListener('message', hear)
}

/** The files that a worker keeps: they tell whether this page is of its version. */
const filesOf = (worker: ServiceWorker): Promise<string[]> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data as string[])
    worker.postMessage('files', [port2])
  })

const ownScripts = () => [...document.scripts].filter(({ src }) => src).map(({ src }) => new URL(src).pathname)

/**
 * Keeps the app on this device. Where that fails (plain http, a browser that forbids it) the app works as before, and
 * nothing is said. `onUpdate` gets what brings in a new version.
 */
export const registerWorker = async (onUpdate: (update: () => void) => void): Promise<() => void> => {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' })
    const offerUpdate = async () => {
      const { waiting } = registration
      if (!waiting) return
      const files = await filesOf(waiting)
      // The page came fresh from the server: it is what the new worker keeps, so nobody needs to be asked.
      if (ownScripts().some((script) => script.startsWith('/assets/') && files.includes(script)))
        return waiting.postMessage('activate')
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
