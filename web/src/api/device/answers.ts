import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { currentHolder } from './holder.ts'
import { pack, seal, unpack, unseal } from './seal.ts'
import { deviceStore, type Holder } from './store.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** False for replies that are useless offline or are already on the device. */
    queryMeta: { isStored?: false }
  }
}

type Answer = { queryKey: QueryKey; data: unknown; updatedAt: number; day: string }

/**
 * Maximum number of stored replies; the oldest are deleted first. One list may have many, one for each filter and page.
 */
const MOST_STORED = 300
const GATHER_MS = 1000
const DAY_MS = 86_400_000

const today = (): string => new Date().toLocaleDateString('sv')
const nameOf = (account: string, queryKey: QueryKey) => `${account} ${JSON.stringify(queryKey)}`

/** Stores every reply on the device, so that the app starts offline. Returns a function that stops it. */
export const keepAnswers = (queries: QueryClient, holder: Holder): (() => void) => {
  const pending = new Map<string, Answer>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = async () => {
    timer = undefined
    const answers = [...pending]
    pending.clear()
    const sealed = await Promise.all(
      answers.map(async ([name, answer]) => ({ name, sealed: await seal(holder.key, await pack(answer)) })),
    )
    // The member may have signed out meanwhile; wiped data must not return.
    if (!(await currentHolder())) return
    const store = await deviceStore()
    const writing = store.transaction('answers', 'readwrite')
    for (const [index, one] of sealed.entries())
      await writing.store.put(
        { account: holder.account, at: answers[index]?.[1].updatedAt ?? 0, sealed: one.sealed },
        one.name,
      )
    let tooMany = (await writing.store.count()) - MOST_STORED
    for (let cursor = await writing.store.index('at').openCursor(); cursor && tooMany > 0; tooMany--) {
      await cursor.delete()
      cursor = await cursor.continue()
    }
    await writing.done
  }

  const schedule = ({ queryKey, state, meta }: Query) => {
    if (state.data === undefined || meta?.isStored === false) return
    pending.set(nameOf(holder.account, queryKey), {
      queryKey,
      data: state.data,
      updatedAt: state.dataUpdatedAt,
      day: today(),
    })
    // If the device has no room, fewer replies are stored; the app itself is not affected.
    timer ??= setTimeout(() => void write().catch(() => {}), GATHER_MS)
  }
  for (const query of queries.getQueryCache().getAll()) schedule(query)
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') schedule(event.query)
    // A query may be removed because its contents were redacted, so a pending write must not store them.
    if (event.type === 'removed') pending.delete(nameOf(holder.account, event.query.queryKey))
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/**
 * The query key of a list that ends today contains the date of the day when the list was stored. Shifts the dates to
 * today, so that today's query finds the list.
 */
const shiftToToday = (queryKey: QueryKey, day: string): QueryKey => {
  const days = Math.round((Date.parse(today()) - Date.parse(day)) / DAY_MS)
  if (days === 0) return queryKey
  const endOfDay = new Date(`${day}T23:59:59.999`).toISOString()
  const shift = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const dates = value as { startTime?: string; endTime?: string }
    if (!dates.startTime || dates.endTime !== endOfDay) return value
    const later = (text: string) => {
      const date = new Date(text)
      date.setDate(date.getDate() + days)
      return date.toISOString()
    }
    return { ...dates, startTime: later(dates.startTime), endTime: later(dates.endTime) }
  }
  return queryKey.map(shift)
}

/** Keeps unused queries, because offline no query can be refetched. */
const keepUnused = (queries: QueryClient): void => {
  const options = queries.getDefaultOptions()
  queries.setDefaultOptions({ ...options, queries: { ...options.queries, gcTime: Number.POSITIVE_INFINITY } })
}

/**
 * Puts stored replies into the query cache with their age. Online they are stale, so visible ones are refetched.
 * Returns whether any reply was stored.
 */
export const restoreAnswers = async (queries: QueryClient, { isOffline }: { isOffline: boolean }): Promise<boolean> => {
  const holder = await currentHolder()
  if (!holder) return false
  if (isOffline) keepUnused(queries)
  const stored = await (await deviceStore()).getAll('answers')
  const own = stored.filter(({ account }) => account === holder.account).sort((a, b) => a.at - b.at)
  const answers = await Promise.all(own.map(({ sealed }) => unseal(holder.key, sealed)))
  for (const bytes of answers) {
    const { value } = unpack<Answer>(bytes)
    const queryKey = shiftToToday(value.queryKey, value.day)
    if (queries.getQueryData(queryKey) !== undefined) continue
    queries.setQueryData(queryKey, value.data, { updatedAt: value.updatedAt })
    if (!isOffline) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
  }
  return own.length > 0
}
