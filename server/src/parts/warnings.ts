import { openWarningFeeds } from '../exchange/warning/jobs.ts'
import type { guardedFetch } from '../platform/outbound/guard.ts'
import type { Base } from './part.ts'

export const openWarnings = (
  { database: { db }, isOffline, log }: Base,
  tools: { fetch: typeof guardedFetch; wake: () => void },
) => openWarningFeeds({ db, isOffline, log, ...tools })
