import type { AoiKind, AoiState, StateMetrics } from './schema.ts'

/** A message that one AOI is counted otherwise, with its position. */
export type Recount = {
  kind: AoiKind
  creationTime: string
  from: AoiState | null
  to: AoiState | null
  key?: number | undefined
  position: number
}

const counterOf = { new: 'newAois', inProgress: 'isProgressAois', done: 'doneAois' } as const

/** What is counted: one kind in a period. */
type Counted = { kind: AoiKind; startTime: string; endTime: string }

/** Counters after a message; the same object if they include it already, or do not say what they include. */
export const recount = (
  counters: StateMetrics,
  { kind, startTime, endTime }: Counted,
  message: Recount,
): StateMetrics => {
  if (!counters.includes || message.position <= counters.includes.position) return counters
  const { early } = counters.includes
  const isIncluded = message.key !== undefined && early.includes(message.key)
  const time = Date.parse(message.creationTime)
  const isOther = message.kind !== kind || time < Date.parse(startTime) || time > Date.parse(endTime)
  const patched: StateMetrics = { ...counters, includes: { position: message.position, early } }
  if (isIncluded || isOther) return patched
  if (message.from) patched[counterOf[message.from]]--
  if (message.to) patched[counterOf[message.to]]++
  return patched
}
