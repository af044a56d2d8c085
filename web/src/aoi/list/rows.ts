import { type QueryClient, queryOptions, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type AoiSummary, aoiApi, LIST_LIMIT } from '#contract'
import { call } from '../../api/call.ts'
import type { AoiQuery } from '../data.ts'

/** A part of a list between two cursors. It keeps its ends for good, so that what comes in between grows only it. */
type ListSegment = { rows: AoiSummary[]; until: string | null }

/** As many as a fast hand scrolls through while the next ones come. */
const PAGE_ROWS = 200
/** Ask for more when this few are left below. */
const AHEAD_ROWS = 60

const stretchOf = (queries: QueryClient, query: AoiQuery, after: string | undefined) =>
  queryOptions({
    queryKey: ['aoi', 'rows', query, after ?? 'start'],
    queryFn: async ({ signal, queryKey }): Promise<ListSegment> => {
      const until = queries.getQueryData<ListSegment>(queryKey)?.until ?? undefined
      const limit = until ? LIST_LIMIT : PAGE_ROWS
      const page = await call(
        aoiApi.filtered,
        { query: { ...query, groups: 'false', cursor: after, until, limit } },
        signal,
      )
      return { rows: page.total, until: page.nextCursor ?? until ?? null }
    },
    // Live messages say when it is stale; scrolling back to it alone is no reason to ask again.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The cursors at which the known parts begin, as far as they were asked for. */
const startsOf = (queries: QueryClient, query: AoiQuery, count: number): (string | undefined)[] => {
  const starts: (string | undefined)[] = [undefined]
  while (starts.length < count) {
    const { until } = queries.getQueryData<ListSegment>(stretchOf(queries, query, starts.at(-1)).queryKey) ?? {}
    if (!until) break
    starts.push(until)
  }
  return starts
}

const joinSegments = (results: UseQueryResult<ListSegment>[]) => {
  const parts = results.map(({ data }) => data)
  return {
    rows: parts.flatMap((part) => part?.rows ?? []),
    sizes: parts.map((part) => part?.rows.length ?? 0),
    isKnown: parts[0] !== undefined,
    problem: results.find(({ error }) => error)?.error ?? null,
  }
}

/** Which parts two rows stand in, and how many parts there should be for what is read next. */
export const partsSeen = (sizes: readonly number[], firstRow: number, lastRow: number) => {
  let [end, first, last] = [0, 0, 0]
  for (const [part, size] of sizes.entries()) {
    if (firstRow >= end) first = part
    if (lastRow >= end) last = part
    end += size
  }
  return { first, last, count: sizes.length + (lastRow + AHEAD_ROWS >= end ? 1 : 0) }
}

type ShownRows = { rows: AoiSummary[]; of: string }
type Failure = { problem: Error; of: string; isTriedAgain: boolean }

/**
 * The rows of a list, however long: parts come as one scrolls, and of those only what can be seen is asked for again
 * when something changes. While another query's first rows come, the last ones stay.
 */
export const useAoiRows = (query: AoiQuery, { enabled = true } = {}) => {
  const queries = useQueryClient()
  const of = JSON.stringify(query)
  const [view, setView] = useState({ of, count: 1, first: 0, last: 0 })
  const { count, first, last } = view.of === of ? view : { count: 1, first: 0, last: 0 }
  const { rows, sizes, isKnown, problem } = useQueries({
    queries: startsOf(queries, query, count).map((after, index) => ({
      ...stretchOf(queries, query, after),
      enabled: enabled && index >= first && index <= last + 1,
    })),
    combine: joinSegments,
  })

  const [shown, setShown] = useState<ShownRows>()
  if (isKnown && (shown?.rows !== rows || shown.of !== of)) setShown({ rows, of })
  // While it is asked again because something changed, what went wrong is still told.
  const [failed, setFailed] = useState<Failure>()
  if (problem && (failed?.problem !== problem || failed.of !== of)) setFailed({ problem, of, isTriedAgain: false })
  const told = problem ?? (!isKnown && failed?.of === of && !failed.isTriedAgain ? failed.problem : null)

  const onSeen = useCallback(
    (firstRow: number, lastRow: number) => {
      const next = partsSeen(sizes, firstRow, lastRow)
      setView((now) => {
        const count = now.of === of ? Math.max(now.count, next.count) : next.count
        const isSame = now.of === of && now.count === count && now.first === next.first && now.last === next.last
        return isSame ? now : { of, count, first: next.first, last: next.last }
      })
    },
    [sizes, of],
  )
  const retry = () => {
    setFailed((now) => now && { ...now, isTriedAgain: true })
    return queries.refetchQueries({ queryKey: ['aoi', 'rows', query], type: 'active' })
  }

  return { shown, isPending: !isKnown && !told, problem: told, onSeen, retry }
}
