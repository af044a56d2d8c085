import {
  hashKey,
  type QueryClient,
  QueryObserver,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type AoiSummary, aoiApi, LIST_LIMIT } from '#contract'
import { call } from '../../../api/call.ts'
import type { AoiQuery } from '../data.ts'
import { aoiKeys } from '../keys.ts'
import type { ListPart } from '../live-rows.ts'
import { joined } from './list-items.ts'

/** Page size. Fast scrolling does not reach the end before the next page has loaded. */
const PAGE_ROWS = 200
/** The next segment is requested when fewer rows than this are left below. */
const AHEAD_ROWS = 60

/** A segment is a page of the list with fixed ends, so a new row changes only its segment. */
const segmentOf = (queries: QueryClient, query: AoiQuery, after: string | undefined) =>
  queryOptions({
    queryKey: aoiKeys.list('rows', query, after ?? 'start'),
    queryFn: async ({ signal, queryKey }): Promise<ListPart> => {
      const until = queries.getQueryData<ListPart>(queryKey)?.until ?? undefined
      const page = await call(
        aoiApi.filtered,
        { query: { ...query, groups: 'false', cursor: after, until, limit: until ? LIST_LIMIT : PAGE_ROWS } },
        signal,
      )
      return { rows: page.total, until: page.nextCursor ?? until ?? null }
    },
    // Only live messages make a segment stale, so scrolling does not refetch it.
    staleTime: Number.POSITIVE_INFINITY,
  })

const startsOf = (segments: readonly ListPart[]): (string | undefined)[] =>
  [undefined, ...segments.map(({ until }) => until)].filter((start) => start !== null)

/**
 * Observes the loaded segments outside React. In React, each scroll step would check all segments, possibly hundreds.
 */
const followSegments = (queries: QueryClient, query: AoiQuery) => {
  const cache = queries.getQueryCache()
  const hashes = new Map<string | undefined, string>()
  /** Memoised, because with hundreds of segments most time is spent on hashing their keys. */
  const hashOf = (after: string | undefined): string => {
    const hash = hashes.get(after) ?? hashKey(segmentOf(queries, query, after).queryKey)
    hashes.set(after, hash)
    return hash
  }
  const read = (): ListPart[] => {
    const segments: ListPart[] = []
    for (let after: string | null | undefined; after !== null; after = segments.at(-1)?.until) {
      const segment = cache.get<ListPart>(hashOf(after))?.state.data
      if (!segment) break
      segments.push(segment)
    }
    return segments
  }

  let segments = read()
  return {
    current: () => segments,
    subscribe(onChange: () => void) {
      const stops = new Map<string | undefined, () => void>()
      const update = () => {
        const latest = read()
        if (latest.length !== segments.length || latest.some((segment, at) => segment !== segments[at]))
          segments = latest
        for (const after of startsOf(segments)) {
          if (stops.has(after)) continue
          const options = {
            ...segmentOf(queries, query, after),
            enabled: false,
            notifyOnChangeProps: ['data' as const],
          }
          const observer = new QueryObserver(queries, options)
          stops.set(
            after,
            observer.subscribe(() => {
              update()
              onChange()
            }),
          )
        }
      }
      update()
      return () => {
        for (const stop of stops.values()) stop()
      }
    },
  }
}

export const firstRowsQuery = (queries: QueryClient, query: AoiQuery) => segmentOf(queries, query, undefined)

const problemOf = (results: UseQueryResult<ListPart>[]) => results.find(({ error }) => error)?.error ?? null

/** Indexes of the segments with the first and last visible row, and the number of segments to load. */
export const segmentsSeen = (sizes: readonly number[], firstRow: number, lastRow: number) => {
  let end = 0
  let first = 0
  let last = 0
  for (const [segment, size] of sizes.entries()) {
    if (firstRow >= end) first = segment
    if (lastRow >= end) last = segment
    end += size
  }
  return { first, last, count: sizes.length + (lastRow + AHEAD_ROWS >= end ? 1 : 0) }
}

/** `parts` has the same rows as `rows`, by segment. */
type ShownRows = { rows: AoiSummary[]; parts: readonly AoiSummary[][]; listKey: string }
type Failure = { problem: Error; listKey: string; isTriedAgain: boolean }

/**
 * Rows of a list of any length. Segments load while scrolling, and only visible segments are refetched. While a new
 * query loads, the rows of the previous one stay.
 */
export const useAoiRows = (query: AoiQuery, { enabled = true } = {}) => {
  const queries = useQueryClient()
  const listKey = JSON.stringify(query)
  const [view, setView] = useState({ listKey, count: 1, first: 0, last: 0 })
  const { count, first, last } = view.listKey === listKey ? view : { count: 1, first: 0, last: 0 }
  // biome-ignore lint/correctness/useExhaustiveDependencies: an equal `listKey` is the same query
  const followed = useMemo(() => followSegments(queries, query), [queries, listKey])
  const [heard, setHeard] = useState({ followed, segments: followed.current() })
  const segments = heard.followed === followed ? heard.segments : followed.current()
  // Not `useSyncExternalStore`, whose synchronous renders would render rows and types separately if they arrive
  // together.
  useEffect(() => {
    const hear = () =>
      setHeard((now) => {
        const segments = followed.current()
        return now.followed === followed && now.segments === segments ? now : { followed, segments }
      })
    const stop = followed.subscribe(hear)
    hear()
    return stop
  }, [followed])
  const isKnown = segments.length > 0
  const parts = useMemo(() => segments.map((segment) => segment.rows), [segments])
  const rows = useMemo(() => joined(parts), [parts])
  const sizes = useMemo(() => segments.map((segment) => segment.rows.length), [segments])
  // Observes only the visible segments, so that others are not refetched.
  const problem = useQueries({
    queries: startsOf(segments)
      .slice(0, count)
      .slice(first, last + 2)
      .map((after) => ({ ...segmentOf(queries, query, after), enabled })),
    combine: problemOf,
  })

  const [shown, setShown] = useState<ShownRows>()
  if (isKnown && (shown?.rows !== rows || shown.listKey !== listKey)) setShown({ rows, parts, listKey })
  // Keeps an error visible while a live change refetches the list.
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
    return queries.refetchQueries({ queryKey: aoiKeys.list('rows', query), type: 'active' })
  }

  return { shown, isPending: !isKnown && !shownProblem, problem: shownProblem, onSeen, retry }
}
