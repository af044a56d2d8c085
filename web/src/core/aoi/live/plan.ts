import {
  type Aoi,
  type AoiKind,
  type AoiSummary,
  kindOfAoi,
  type ListFilter,
  type ListPart,
  type LiveMessage,
  patchList,
  type Recount,
  type RowChange,
  type RowReader,
  recount,
  type StateMetrics,
} from '#contract'

export type CachedQuery = { queryKey: readonly unknown[]; data: unknown }

/** Changes of the cache by a message, and key prefixes to reload. */
export type Plan = { patched: CachedQuery[]; stale: (readonly unknown[])[] }

export type AoiMessage = Extract<LiveMessage, { type: 'AOI_CREATED' | 'AOI_UPDATED' }>

/** A message without rows makes everything stale that shows AOIs. */
const staleWithoutRows: Record<AoiMessage['type'], string[][]> = {
  AOI_CREATED: [['aoi'], ['metric'], ['community']],
  AOI_UPDATED: [['aoi'], ['metric'], ['community', 'group']],
}

export const changeOf = ({ type, rows, goneIds = [] }: AoiMessage): RowChange | undefined =>
  rows && { isNew: type === 'AOI_CREATED', rows, goneIds }

/** The key of a part of a list, as `list/rows.ts` builds it. */
const listOf = (queryKey: readonly unknown[]) => ({
  filter: queryKey[2] as ListFilter,
  after: queryKey[3] === 'start' ? undefined : (queryKey[3] as string),
})

const isPart = ({ queryKey, data }: CachedQuery): boolean => queryKey[1] === 'rows' && data !== undefined

/** Current rows of these AOIs in lists. */
const knownRows = (cached: readonly CachedQuery[], { rows }: RowChange): Map<string, AoiSummary> => {
  const ids = new Set(rows.map(({ _id }) => _id))
  const known = new Map<string, AoiSummary>()
  for (const query of cached.filter(isPart))
    for (const row of (query.data as ListPart).rows) if (ids.has(row._id)) known.set(row._id, row)
  return known
}

/**
 * Whether other queries may show the changed AOIs. State counters have their own messages, and shares are not included
 * in messages to the reader.
 */
const isTouched = ({ queryKey, data }: CachedQuery, { aoiIds }: AoiMessage, kinds: ReadonlySet<AoiKind>): boolean => {
  switch (queryKey[1]) {
    case 'stateMetrics':
    case 'sharedMetrics':
      return false
    case 'one':
      return data === undefined || aoiIds.includes((data as Aoi)._id)
    case 'publicText':
    case 'merged':
      return aoiIds.includes(String(queryKey[2]))
    case 'areas':
      return kinds.has('sensor')
    default:
      return true
  }
}

/** Applies a message about AOIs to `['aoi', …]` queries, and determines which ones to reload. */
export const planFor = (message: AoiMessage, cached: readonly CachedQuery[], reader: RowReader): Plan => {
  const change = changeOf(message)
  if (!change) return { patched: [], stale: staleWithoutRows[message.type] }
  const known = knownRows(cached, change)
  const kinds = new Set(change.rows.map(kindOfAoi))
  // A removed AOI may have been of any kind.
  for (const kind of change.goneIds.length > 0 ? (['event', 'activity', 'sensor'] as const) : []) kinds.add(kind)
  const plan: Plan = { patched: [], stale: [['metric'], ['community', 'group']] }
  if (kinds.has('activity')) plan.stale.push(['community'])
  for (const query of cached) {
    if (!isPart(query)) {
      if (query.queryKey[1] !== 'rows' && isTouched(query, message, kinds)) plan.stale.push(query.queryKey)
      continue
    }
    const part = query.data as ListPart
    const patched = patchList(part, change, { ...listOf(query.queryKey), reader, known })
    if (!patched) plan.stale.push(query.queryKey)
    else if (patched !== part) plan.patched.push({ queryKey: query.queryKey, data: patched })
  }
  return plan
}

/** State counters after a message; read and unread counts are reloaded. */
export const planForCounters = (message: Recount, cached: readonly CachedQuery[]): Plan => {
  const plan: Plan = { patched: [], stale: [['aoi', 'genericMetrics']] }
  for (const { queryKey, data } of cached) {
    if (queryKey[1] !== 'stateMetrics' || data === undefined) continue
    const patched = recountBy(queryKey, data as StateMetrics, message)
    if (patched !== data) plan.patched.push({ queryKey, data: patched })
  }
  return plan
}

export const recountBy = (queryKey: readonly unknown[], counters: StateMetrics, message: Recount): StateMetrics => {
  const [, , kind, dates] = queryKey as [string, string, AoiKind, { startTime: string; endTime: string }]
  return recount(counters, { kind, ...dates }, message)
}
