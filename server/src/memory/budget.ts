/** A copy that was used within this time is not given up for another one: two that do not fit would take turns for ever. */
const IDLE_MS = 60_000

/** A copy of something in the database that can be given up at any time. */
export type Copy = { bytes(): number; giveUp(): void }

export type Budget = ReturnType<typeof openBudget>

/** Counts what copies take together, and gives up the longest unused ones to stay within a limit. */
export const openBudget = (limitBytes: number, { idleMs = IDLE_MS, now = () => performance.now() } = {}) => {
  /** When each was last used, the longest unused first. */
  const copies = new Map<Copy, number>()
  let reservedBytes = 0

  const usedBytes = () => copies.keys().reduce((sum, copy) => sum + copy.bytes(), reservedBytes)

  /** Evicts copies unused for `unusedMs` until `bytes` fit; evicts none if they cannot fit. */
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

    /** Room for a copy that is to be loaded, until the returned function is called. Undefined if it does not fit. */
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

    /** Notes that a copy is in use. */
    touch(copy: Copy): void {
      if (copies.delete(copy)) copies.set(copy, now())
    },

    /** For a copy that its owner drops. */
    forget(copy: Copy): void {
      copies.delete(copy)
    },

    /** Copies grow as rows are added: gives up the longest unused as long as they take more than the limit. */
    trim(): void {
      makeRoom(0, 0)
    },
  }
}
