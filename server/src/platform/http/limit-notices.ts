import { randomUUID } from 'node:crypto'
import { partsOf } from '../kit/slices.ts'
import type { openRequestLimits, SpentRequests } from './rate-limit.ts'

export const LIMITS_CHANNEL = 'cohesion_limits'

/** A notification of PostgreSQL holds 8,000 bytes, and a caller needs at most 46. */
const MOST_CALLERS = 150

type Notice = { from: string; spent: SpentRequests }

/** Exchanges spent requests between servers of one database, so that each subtracts what others allowed. */
export const openLimitNotices = (limits: Omit<ReturnType<typeof openRequestLimits>, 'take'>) => {
  const ownName = randomUUID()
  return {
    write(): string[] {
      const spent = Object.entries(limits.takeUntold())
      return partsOf(spent, MOST_CALLERS).map((part) =>
        JSON.stringify({ from: ownName, spent: Object.fromEntries(part) } satisfies Notice),
      )
    },

    /** PostgreSQL also sends a server its own notices, which are ignored. */
    read(text: string): void {
      const { from, spent } = JSON.parse(text) as Notice
      if (from !== ownName) limits.takeSpentElsewhere(spent)
    },
  }
}
