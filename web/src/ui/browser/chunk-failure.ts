const KEY = 'cohesion.reloaded-at'
const ONCE_IN_MS = 60_000

/**
 * A chunk that cannot be loaded is most likely from before an update: reloads the page to get the new version. At most
 * once in 60 s, so that the page does not reload forever while the server is down.
 */
export const reloadOnChunkFailure = (
  page: Pick<Window, 'addEventListener'> = window,
  reload = () => location.reload(),
  now = Date.now,
): void =>
  page.addEventListener('vite:preloadError', (event) => {
    try {
      const last = Number(sessionStorage.getItem(KEY))
      if (now() - last < ONCE_IN_MS) return
      sessionStorage.setItem(KEY, String(now()))
    } catch {
      // Without storage, as in some frames, reloads would never end.
      return
    }
    event.preventDefault()
    reload()
  })
