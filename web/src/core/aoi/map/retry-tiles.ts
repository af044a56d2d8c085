import type { ErrorEvent, Map as MapLibre } from 'maplibre-gl'

/**
 * The Retry-After of the server while it loads a service with millions of events. Doubled at random, to spread clients.
 */
const RETRY_MS = 5_000

/** Reloads tiles that failed with 503. Returns a function that stops the retries. */
export const retryTiles = (
  map: Pick<MapLibre, 'on' | 'getSource' | 'refreshTiles'>,
  sourceId: string,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const retry = () => {
    timer = undefined
    if (map.getSource(sourceId)) map.refreshTiles(sourceId)
  }
  const { unsubscribe } = map.on('error', (event: ErrorEvent & { sourceId?: string }) => {
    const { status } = event.error as { status?: number }
    if (event.sourceId === sourceId && status === 503) timer ??= setTimeout(retry, RETRY_MS * (1 + Math.random()))
  })
  return () => {
    clearTimeout(timer)
    unsubscribe()
  }
}
