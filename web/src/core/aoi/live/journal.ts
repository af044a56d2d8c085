import type { AoiSummary, ListPart, Recount, RowReader, SharedAoiRow, StateMetrics } from '#contract'
import { patchList } from '#contract'
import { type AoiMessage, changeOf, recountBy } from './plan.ts'

/** More than arrive during one request. */
const MOST_MESSAGES = 1_000
const MOST_ROWS = 2_000

/**
 * Recent messages about AOIs. Pending replies may lack them, and a lagging server's reply may be older than known rows.
 */
let changes: AoiMessage[] = []
let recounts: Recount[] = []
let forgotten = 0
/** Newest copy of each received row; null if removed. */
const newest = new Map<string, SharedAoiRow | null>()
let reader: RowReader = { createdAt: '' }

/** Lists belong to the member who is signed in. */
export const keepJournalFor = (me: RowReader): void => {
  reader = me
}

export const noteChange = (message: AoiMessage): void => {
  changes.push(message)
  if (changes.length > MOST_MESSAGES) {
    forgotten += changes.length - MOST_MESSAGES / 2
    changes = changes.slice(-MOST_MESSAGES / 2)
  }
  // A message without rows invalidates known rows; a deleted one may be restored.
  if (!message.rows) for (const id of message.aoiIds) newest.delete(id)
  for (const row of message.rows ?? []) remember(row._id, row)
  for (const id of message.goneIds ?? []) remember(id, null)
}

/** After missed messages, only replies are reliable. */
export const forgetRows = (): void => newest.clear()

const remember = (id: string, row: SharedAoiRow | null): void => {
  const known = newest.get(id)
  if (row && known && known.revision > row.revision) return
  newest.delete(id)
  newest.set(id, row)
  const oldest = newest.size > MOST_ROWS ? newest.keys().next().value : undefined
  if (oldest !== undefined) newest.delete(oldest)
}

export const noteRecount = (message: Recount): void => {
  recounts.push(message)
  if (recounts.length > MOST_MESSAGES) recounts = recounts.slice(-MOST_MESSAGES / 2)
}

/** Call before a request, with `listSince` after its reply. */
export const journalMark = (): number => forgotten + changes.length

/** A segment updated with messages since `mark`. What messages cannot say is reloaded anyway. */
export const listSince = (mark: number, part: ListPart, [, , filter, start]: readonly unknown[]): ListPart => {
  const known = new Map<string, AoiSummary>(part.rows.map((row) => [row._id, row]))
  const patch = {
    filter: filter as Record<string, unknown>,
    after: start === 'start' ? undefined : (start as string),
    reader,
    known,
  }
  let current: ListPart = { ...part, rows: part.rows.filter(({ _id }) => newest.get(_id) !== null) }
  for (const { _id, revision } of part.rows) {
    const row = newest.get(_id)
    if (row && row.revision > revision)
      current = patchList(current, { isNew: false, rows: [row], goneIds: [] }, patch) ?? current
  }
  for (const message of changes.slice(Math.max(0, mark - forgotten))) {
    const change = changeOf(message)
    if (change) current = patchList(current, change, patch) ?? current
  }
  return current
}

/** Counters updated with messages that their reply does not include. */
export const countersSince = (queryKey: readonly unknown[], counters: StateMetrics): StateMetrics =>
  recounts.reduce((current, message) => recountBy(queryKey, current, message), counters)
