import type { ErrorEvent, Map as MapLibre } from 'maplibre-gl'

/** The server asks for these five seconds while it loads a service of millions; not everyone comes back at once. */
const RETRY_MS = 5_000

/** Loads the tiles of a source again after the server could not answer yet. Returns how to stop. */
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
