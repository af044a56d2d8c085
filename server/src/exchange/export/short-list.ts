import type { Action, Actor, Language, LngLat } from '#contract'
import type { Db } from '../../platform/db/database.ts'
import type { Cell, Row } from '../formats/table.ts'
import type { ShortColumnId } from './texts.ts'

/** A row with its cells by column. */
export type Item = Omit<Row, 'cells'> & { cells: Partial<Record<ShortColumnId, Cell>> }

/** `ids`: the rows that the caller chose, for lists that are too long to be read whole. */
export type Read = (
  db: Db,
  actor: Actor,
  asked: { language: Language; ids?: readonly string[] | undefined },
) => Promise<Item[]>

/** A list that is short enough to be read whole. */
export type ShortListKind = {
  /** The right that the list needs in addition to the right to export. */
  needs: Action
  columns: readonly ShortColumnId[]
  read: Read
}

export const placed = (place: LngLat | undefined | null) => ({ longitude: place?.[0], latitude: place?.[1] })
