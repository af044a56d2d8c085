import { vi } from 'vitest'

/** Asks until `check` no longer throws. Its limit is for what never comes, not for what is slow. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 })
