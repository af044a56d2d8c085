/**
 * A copy used within this time is not evicted, so that two copies that do not fit together do not evict each other in
 * turns.
 */
const IDLE_MS = 60_000

export type Copy = { bytes(): number; giveUp(): void }

export type Budget = ReturnType<typeof openBudget>

/** Tracks the memory of copies and evicts the least recently used to stay within a limit. */
export const openBudget = (limitBytes: number, { idleMs = IDLE_MS, now = () => performance.now() } = {}) => {
  /** Last use of each copy, least recently used first. */
  const copies = new Map<Copy, number>()
  let reservedBytes = 0

  const usedBytes = () => copies.keys().reduce((sum, copy) => sum + copy.bytes(), reservedBytes)

  const makeRoom = (bytes: number, unusedMs: number): boolean => {
    let missing = usedBytes() + bytes - limitBytes
    const unused = [...copies].filter(([, usedAtMs]) => now() - usedAtMs >= unusedMs).map(([copy]) => copy)
    if (unused.reduce((sum, copy) => sum + copy.bytes(), 0) < missing) return false
    for (const copy of unused) {
      if (missing <= 0) break
      missing -= copy.bytes()
      copies.delete(copy)
      copy.giveUp()
    }
    return true
  }

  return {
    limitBytes,
    usedBytes,

    /**
     * Reserves room for a copy that is being loaded, until the returned function is called. Returns undefined if the
     * copy does not fit.
     */
    reserve(bytes: number): (() => void) | undefined {
      if (!makeRoom(bytes, idleMs)) return undefined
      reservedBytes += bytes
      return () => {
        reservedBytes -= bytes
      }
    },

    hold(copy: Copy): void {
      copies.set(copy, now())
    },

    touch(copy: Copy): void {
      if (copies.delete(copy)) copies.set(copy, now())
    },

    forget(copy: Copy): void {
      copies.delete(copy)
    },

    /** Evicts the least recently used copies while over the limit, because copies grow as rows are added. */
    trim(): void {
      makeRoom(0, 0)
    },
  }
}
