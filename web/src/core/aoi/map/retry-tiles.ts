import type { ErrorEvent, Map as MapLibre } from 'maplibre-gl'

/** The server asks for these five seconds while it loads a service of millions; clients are spread. */
const RETRY_MS = 5_000

/** Reloads failed tiles while the server is busy. Returns a function that stops it. */
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
