const KEY = 'cohesion.reloaded-at'
const ONCE_IN_MS = 60_000

/**
 * Reloads the page if a chunk cannot be loaded, most likely because an update replaced it. Not while offline, when the
 * browser's error page would replace the app, and at most once in 60 s, so that the page does not reload forever.
 */
export const reloadOnChunkFailure = (
  isOffline = () => false,
  page: Pick<Window, 'addEventListener'> = window,
  reload = () => location.reload(),
  now = Date.now,
): void =>
  page.addEventListener('vite:preloadError', (event) => {
    if (isOffline()) return
    try {
      const last = Number(sessionStorage.getItem(KEY))
      if (now() - last < ONCE_IN_MS) return
      sessionStorage.setItem(KEY, String(now()))
    } catch {
      // Without storage the last reload is unknown, so reloads could repeat forever.
      return
    }
    event.preventDefault()
    reload()
  })
