import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { currentHolder } from './holder.ts'
import { pack, seal, unpack, unseal } from './seal.ts'
import { deviceStore, type Holder } from './store.ts'

type Answer = { queryKey: QueryKey; data: unknown; updatedAt: number; day: string }

/** Many, since one list is many answers; the oldest go first. */
const KEPT = 300
const GATHER_MS = 1000
const DAY_MS = 86_400_000

/** What helps nobody later: searches for places, and what is about sessions and devices. */
const isKept = ([first, second]: QueryKey): boolean =>
  first !== 'place' &&
  first !== 'device' &&
  !(first === 'user' && ['sessions', 'requests', 'notifications'].includes(String(second)))

const today = (): string => new Date().toLocaleDateString('sv')
const nameOf = (account: string, queryKey: QueryKey) => `${account} ${JSON.stringify(queryKey)}`

/** Writes every answer of the server down, so that the next start can do without it. */
export const keepAnswers = (queries: QueryClient, holder: Holder): (() => void) => {
  const waiting = new Map<string, Answer>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = async () => {
    timer = undefined
    const answers = [...waiting]
    waiting.clear()
    const sealed = await Promise.all(
      answers.map(async ([name, answer]) => ({ name, sealed: await seal(holder.key, await pack(answer)) })),
    )
    // Signed out meanwhile: what was wiped must not come back.
    if (!(await currentHolder())) return
    const store = await deviceStore()
    const writing = store.transaction('answers', 'readwrite')
    for (const [index, one] of sealed.entries())
      await writing.store.put(
        { account: holder.account, at: answers[index]?.[1].updatedAt ?? 0, sealed: one.sealed },
        one.name,
      )
    let tooMany = (await writing.store.count()) - KEPT
    for (let cursor = await writing.store.index('at').openCursor(); cursor && tooMany > 0; tooMany--) {
      await cursor.delete()
      cursor = await cursor.continue()
    }
    await writing.done
  }

  const keep = ({ queryKey, state }: { queryKey: QueryKey; state: { data: unknown; dataUpdatedAt: number } }) => {
    if (state.data === undefined || !isKept(queryKey)) return
    waiting.set(nameOf(holder.account, queryKey), {
      queryKey,
      data: state.data,
      updatedAt: state.dataUpdatedAt,
      day: today(),
    })
    // A device without room keeps less; the app goes on.
    timer ??= setTimeout(() => void write().catch(() => {}), GATHER_MS)
  }
  for (const query of queries.getQueryCache().getAll()) keep(query)
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** A list up to today is asked for by its days: that of another day stands in for it. */
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

/** Fills in what was known when there was a line, each with its age. Answers whether there was anything. */
export const restoreAnswers = async (queries: QueryClient): Promise<boolean> => {
  const holder = await currentHolder()
  if (!holder) return false
  // Without a line nothing can be asked again: what is known stays, also when nobody looks at it.
  queries.setDefaultOptions({
    ...queries.getDefaultOptions(),
    queries: { ...queries.getDefaultOptions().queries, gcTime: Number.POSITIVE_INFINITY },
  })
  const kept = await (await deviceStore()).getAll('answers')
  const own = kept.filter(({ account }) => account === holder.account)
  for (const { sealed } of own.sort((a, b) => a.at - b.at)) {
    const { value } = unpack<Answer>(await unseal(holder.key, sealed))
    const queryKey = shiftToToday(value.queryKey, value.day)
    if (queries.getQueryData(queryKey) === undefined)
      queries.setQueryData(queryKey, value.data, { updatedAt: value.updatedAt })
  }
  return own.length > 0
}
