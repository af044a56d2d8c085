/** A map that is never complete (a slow line, tiles that fail) holds nothing else back for longer than this. */
const PATIENCE_MS = 10_000

const shown = Promise.withResolvers<void>()
setTimeout(shown.resolve, PATIENCE_MS)

/** The map is drawn, or known not to be: what the first view can do without comes now, and had no part of its line. */
export const firstViewShown: Promise<void> = shown.promise
export const noteFirstView = (): void => shown.resolve()
