import type { Query, QueryClient } from '@tanstack/react-query'
import { type Aoi, type AoiSummary, kindOfAoi, type LiveMessage, newerRow, type Profile } from '#contract'
import { communityKeys } from '../community/keys.ts'
import { aoiKeys } from './keys.ts'

export type AoiMessage = Extract<LiveMessage, { type: 'AOI_CREATED' | 'AOI_UPDATED' }>

/** A segment of a list, from one cursor up to the next; `until` is null at the end of the list. */
export type ListPart = { rows: AoiSummary[]; until: string | null }

/** Sets the data without clearing the stale mark of a query that waits for a refetch, such as in a hidden tab. */
const putData = (query: Query, data: ListPart): void => {
  const { isInvalidated } = query.state
  query.setData(data)
  if (isInvalidated) query.invalidate()
}

export const changeRows = (queries: QueryClient, change: (row: AoiSummary) => AoiSummary | undefined): void => {
  for (const query of queries.getQueryCache().findAll({ queryKey: aoiKeys.list('rows') })) {
    const part = query.state.data as ListPart | undefined
    const rows = part?.rows.flatMap((row) => change(row) ?? [])
    const isChanged = rows?.length !== part?.rows.length || rows?.some((row, at) => row !== part?.rows[at])
    if (part && rows && isChanged) putData(query, { ...part, rows })
  }
}

/** Replaces rows that cached lists contain already. `staleAfter` returns the queries to refetch for the rest. */
export const replaceRows = (
  queries: QueryClient,
  { rows = [], goneIds = [] }: AoiMessage,
  me: Pick<Profile, 'createdAt'>,
): void => {
  const news = new Map(rows.map((row) => [row._id, row]))
  changeRows(queries, (known) => {
    if (goneIds.includes(known._id)) return undefined
    const row = news.get(known._id)
    return row && row.revision > known.revision ? newerRow(known, row, me) : known
  })
}

/**
 * Prefixes of the query keys that a message makes stale. A message with rows leaves the list of shared AOIs and the
 * cards of other AOIs, because it contains no personal change.
 */
export const staleAfter = (
  queries: QueryClient,
  { type, aoiIds, rows, goneIds = [] }: AoiMessage,
): (readonly unknown[])[] => {
  if (!rows) return [aoiKeys.all, type === 'AOI_CREATED' ? communityKeys.all : communityKeys.ones]
  const isOpen = ({ state }: Query) => !state.data || aoiIds.includes((state.data as Aoi)._id)
  const cards = queries.getQueryCache().findAll({ queryKey: aoiKeys.ones, predicate: isOpen })
  const mayBeActivity = goneIds.length > 0 || rows.some((row) => kindOfAoi(row) === 'activity')
  return [
    aoiKeys.lists,
    ...cards.map(({ queryKey }) => queryKey),
    ...aoiIds.map((id) => aoiKeys.about(id)),
    mayBeActivity ? communityKeys.all : communityKeys.ones,
  ]
}
