import type { QueryClient } from '@tanstack/react-query'
import type { LiveMessage, RowReader } from '#contract'
import { forgetRows, keepJournalFor, noteChange, noteRecount } from '../core/aoi/live/journal.ts'
import { type CachedQuery, type Plan, planFor, planForCounters } from '../core/aoi/live/plan.ts'

const cachedAois = (queries: QueryClient): CachedQuery[] =>
  queries
    .getQueryCache()
    .findAll({ queryKey: ['aoi'] })
    .map(({ queryKey, state }) => ({ queryKey, data: state.data }))

/** New data must not mark a query as fresh that waits for a reload. */
const patch = (queries: QueryClient, { queryKey, data }: CachedQuery): void => {
  const isStale = queries.getQueryState(queryKey)?.isInvalidated
  queries.setQueryData(queryKey, data)
  if (isStale) queries.getQueryCache().find({ queryKey, exact: true })?.invalidate()
}

/** Applies messages about AOIs to lists and counters without a request. `onPlan` loads the rest. */
export const followLiveAois = (queries: QueryClient, reader: RowReader, onPlan: (plan: Plan) => void) => {
  keepJournalFor(reader)
  const carryOut = (plan: Plan) => {
    for (const query of plan.patched) patch(queries, query)
    onPlan(plan)
  }
  return (message: LiveMessage, position: number | undefined): void => {
    if (message.type === 'RESYNC') forgetRows()
    if (message.type === 'AOI_CREATED' || message.type === 'AOI_UPDATED') {
      noteChange(message)
      carryOut(planFor(message, cachedAois(queries), reader))
    }
    if (message.type === 'AOI_RECOUNTED' && position !== undefined) {
      const recount = { ...message, position }
      noteRecount(recount)
      carryOut(planForCounters(recount, cachedAois(queries)))
    }
  }
}
