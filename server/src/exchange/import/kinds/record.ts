import type { Actor, ImportMapping, ImportReason } from '#contract'
import type { Db } from '../../../platform/db/database.ts'
import type { Context } from './context.ts'
import type { Decision } from './decide.ts'
import type { Reading } from './values.ts'

export type RecordWork = {
  serviceId: string
  author: Actor
  mapping: ImportMapping
  context: Context
  canMail: boolean
  importId: string | null
}

/** A row of the import that wrote something. */
export type WrittenRecord = { id: string; outcome: 'new' | 'changed'; writtenAt: string | null; before: unknown }

/** Things that a service has tens or hundreds of. Each is written by itself, through the action of its owner. */
export type RecordKind = {
  decide: (db: Db, readings: readonly Reading[], work: RecordWork) => Promise<Decision[]>
  /** When they last changed, to see later whether someone worked on them. */
  changedAt: (db: Db, serviceId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Takes back what nobody has touched since. Returns the ids of the others. */
  undo: (db: Db, serviceId: string, rows: readonly WrittenRecord[], author: Actor) => Promise<string[]>
  /** Notifies open pages after a part was written. */
  publish: (db: Db, serviceId: string, decisions: readonly Decision[], writtenIds: readonly string[]) => Promise<void>
}

export const rejected = (reading: Reading, reasons: readonly ImportReason[]): Decision => {
  // Unreadable fields are not also reported as missing.
  const known = new Set(reading.reasons.map(({ field }) => field))
  return {
    reading,
    outcome: 'rejected',
    reasons: [...reading.reasons, ...reasons.filter(({ field }) => !known.has(field))],
  }
}

export const missing = (field: string): ImportReason => ({ code: 'missing', field })

/** Refuses rows that name the same thing as an earlier row of the part; later parts find that stored. */
export const withoutRepeats = (
  readings: readonly Reading[],
  field: string,
  keyOf: (reading: Reading) => string | undefined,
  decide: (reading: Reading) => Decision,
): Decision[] => {
  const taken = new Set<string>()
  return readings.map((reading) => {
    const key = keyOf(reading)
    if (key !== undefined && taken.has(key)) return rejected(reading, [{ code: 'twice', field }])
    if (key !== undefined) taken.add(key)
    return decide(reading)
  })
}
