import { type QueryClient, queryOptions, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type AoiSummary, aoiApi, LIST_LIMIT, type ListPart } from '#contract'
import { call } from '../../api/call.ts'
import type { AoiQuery } from '../data.ts'
import { journalMark, listSince } from '../live/journal.ts'
import { firstPageOf } from './first-page.ts'

/** The next segment is fetched when fewer rows than this are left below. */
const AHEAD_ROWS = 60

/** A part of a list is a segment here: its ends never change, so that a new row changes only the segment it is in. */
const segmentOf = (queries: QueryClient, query: AoiQuery, after: string | undefined) =>
  queryOptions({
    queryKey: ['aoi', 'rows', query, after ?? 'start'],
    queryFn: async ({ signal, queryKey }): Promise<ListPart> => {
      const mark = journalMark()
      const until = queries.getQueryData<ListPart>(queryKey)?.until ?? undefined
      const page = await call(
        aoiApi.filtered,
        { query: { ...firstPageOf(query), cursor: after, until, ...(until && { limit: LIST_LIMIT }) } },
        signal,
      )
      return listSince(mark, { rows: page.total, until: page.nextCursor ?? until ?? null }, queryKey)
    },
    // Live messages mark it stale; scrolling back to it is no reason to refetch.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The cursors at which the loaded segments begin, at most `count`. */
const startsOf = (queries: QueryClient, query: AoiQuery, count: number): (string | undefined)[] => {
  const starts: (string | undefined)[] = [undefined]
  while (starts.length < count) {
    const { until } = queries.getQueryData<ListPart>(segmentOf(queries, query, starts.at(-1)).queryKey) ?? {}
    if (!until) break
    starts.push(until)
  }
  return starts
}

const joinSegments = (results: UseQueryResult<ListPart>[]) => {
  const segments = results.map(({ data }) => data)
  return {
    rows: segments.flatMap((segment) => segment?.rows ?? []),
    sizes: segments.map((segment) => segment?.rows.length ?? 0),
    isKnown: segments[0] !== undefined,
    problem: results.find(({ error }) => error)?.error ?? null,
  }
}

/** The segments of the first and last visible row, and how many segments to load for what is scrolled to next. */
export const segmentsSeen = (sizes: readonly number[], firstRow: number, lastRow: number) => {
  let [end, first, last] = [0, 0, 0]
  for (const [segment, size] of sizes.entries()) {
    if (firstRow >= end) first = segment
    if (lastRow >= end) last = segment
    end += size
  }
  return { first, last, count: sizes.length + (lastRow + AHEAD_ROWS >= end ? 1 : 0) }
}

type ShownRows = { rows: AoiSummary[]; listKey: string }
type Failure = { problem: Error; listKey: string; isTriedAgain: boolean }

/**
 * The rows of a list of any length. Segments load while scrolling, and only visible ones are refetched on a change.
 * While another query's first rows load, the previous rows stay.
 */
export const useAoiRows = (query: AoiQuery, { enabled = true } = {}) => {
  const queries = useQueryClient()
  const listKey = JSON.stringify(query)
  const [view, setView] = useState({ listKey, count: 1, first: 0, last: 0 })
  const { count, first, last } = view.listKey === listKey ? view : { count: 1, first: 0, last: 0 }
  const { rows, sizes, isKnown, problem } = useQueries({
    queries: startsOf(queries, query, count).map((after, index) => ({
      ...segmentOf(queries, query, after),
      enabled: enabled && index >= first && index <= last + 1,
    })),
    combine: joinSegments,
  })

  const [shown, setShown] = useState<ShownRows>()
  if (isKnown && (shown?.rows !== rows || shown.listKey !== listKey)) setShown({ rows, listKey })
  // Keeps a shown error visible while a live change refetches.
  const [failed, setFailed] = useState<Failure>()
  if (problem && (failed?.problem !== problem || failed.listKey !== listKey))
    setFailed({ problem, listKey, isTriedAgain: false })
  const shownProblem =
    problem ?? (!isKnown && failed?.listKey === listKey && !failed.isTriedAgain ? failed.problem : null)

  const onSeen = useCallback(
    (firstRow: number, lastRow: number) => {
      const next = segmentsSeen(sizes, firstRow, lastRow)
      setView((now) => {
        const count = now.listKey === listKey ? Math.max(now.count, next.count) : next.count
        const isSame =
          now.listKey === listKey && now.count === count && now.first === next.first && now.last === next.last
        return isSame ? now : { listKey, count, first: next.first, last: next.last }
      })
    },
    [sizes, listKey],
  )
  const retry = () => {
    setFailed((now) => now && { ...now, isTriedAgain: true })
    return queries.refetchQueries({ queryKey: ['aoi', 'rows', query], type: 'active' })
  }

  return { shown, isPending: !isKnown && !shownProblem, problem: shownProblem, onSeen, retry }
}
