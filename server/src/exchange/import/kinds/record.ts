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

/** A row of the import that created or changed an item. */
export type WrittenRecord = { id: string; outcome: 'new' | 'changed'; writtenAt: string | null; before: unknown }

/**
 * A kind with tens or hundreds of items per service. Items are written one by one, by the feature that owns their
 * table.
 */
export type RecordKind = {
  decide: (db: Db, readings: readonly Reading[], work: RecordWork) => Promise<Decision[]>
  /** Time of each item's last change, by id. An undo keeps items that were changed after the import. */
  changedAt: (db: Db, serviceId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Undoes rows whose items have not changed since. Returns the ids of the items that stay. */
  undo: (db: Db, serviceId: string, rows: readonly WrittenRecord[], author: Actor) => Promise<string[]>
  /** Notifies open pages after a part was written. */
  publish: (db: Db, serviceId: string, decisions: readonly Decision[], writtenIds: readonly string[]) => Promise<void>
}

export const rejected = (reading: Reading, reasons: readonly ImportReason[]): Decision => {
  // A field with an unreadable value is not reported as missing, too.
  const known = new Set(reading.reasons.map(({ field }) => field))
  return {
    reading,
    outcome: 'rejected',
    reasons: [...reading.reasons, ...reasons.filter(({ field }) => !known.has(field))],
  }
}

export const missing = (field: string): ImportReason => ({ code: 'missing', field })

/** The row creates an item. `write` returns its id, and an undo gets `before`. */
export const created = (
  reading: Reading,
  write: (db: Db) => Promise<string>,
  before: object | null = null,
): Decision => ({
  reading,
  outcome: 'new',
  reasons: [],
  record: { changes: [], write: async (db) => ({ id: await write(db), before }) },
})

type Change = { id: string; fields: string[]; before: object }

/** The row changes these fields of an item, from values that `before` has. Without fields, it changes nothing. */
export const changed = (
  reading: Reading,
  { id, fields, before }: Change,
  write: (db: Db) => Promise<unknown>,
): Decision => ({
  reading,
  outcome: fields.length > 0 ? 'changed' : 'unchanged',
  reasons: [],
  ...(fields.length > 0 && {
    record: {
      changes: fields,
      write: async (db) => {
        await write(db)
        return { id, before }
      },
    },
  }),
})

/**
 * Rejects rows with the key of an earlier row of the part. Later parts find the item of the earlier row in the
 * database.
 */
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
