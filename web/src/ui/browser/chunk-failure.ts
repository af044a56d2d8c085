const KEY = 'cohesion.reloaded-at'
const ONCE_IN_MS = 60_000

/**
 * A part of the app that cannot be loaded is most likely from before an update: a reload brings the new one.
 * At most once in 60 s, so that a server that is down does not make the page reload for ever.
 */
export const reloadOnChunkFailure = (
  page: Pick<Window, 'addEventListener'> = window,
  reload = () => location.reload(),
  now = Date.now,
): void =>
  page.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY))
    if (now() - last < ONCE_IN_MS) return
    sessionStorage.setItem(KEY, String(now()))
    event.preventDefault()
    reload()
  })
