/** The longest time that a slow or failing map delays what waits for the first view. */
const PATIENCE_MS = 10_000

const shown = Promise.withResolvers<void>()
setTimeout(shown.resolve, PATIENCE_MS)

/** Resolves when the map is drawn or has failed: whatever the first view does not need is loaded after it. */
export const firstViewShown: Promise<void> = shown.promise
export const noteFirstView = (): void => shown.resolve()
