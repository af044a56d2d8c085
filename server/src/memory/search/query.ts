import type { RawBuilder } from 'kysely'
import type { AoiListQuery } from '#contract'

/** A condition on `aoi a`, joined with `member me` of the caller. */
export type Condition = RawBuilder<unknown>

/** Where a page ended: the sort value and the id of its last row. */
export type Cursor = [value: string, id: string]

/** The order of a list in SQL. */
export type SqlOrder = {
  /** For `order by`; ends with the id, so that no two rows are equal. */
  order: RawBuilder<unknown>
  column: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  /** The column as text, as a cursor holds it. */
  value: RawBuilder<unknown>
  after(cursor: Cursor): Condition
  until(cursor: Cursor): Condition
}

type Filter = Pick<
  AoiListQuery,
  'type' | 'isActivity' | 'isSensors' | 'startTime' | 'endTime' | 'eventType' | 'creator'
>

/**
 * A page of a list, with or without a search. The engine uses the filter's fields to rule rows out early; which rows are in
 * the list is decided by the conditions alone.
 */
export type PageQuery = Filter &
  Pick<AoiListQuery, 'sort' | 'order' | 'near' | 'limit'> & {
    /** What was typed; empty without a search. */
    search: string
    /** The times are then those of log entries, and say nothing about when an AOI was created. */
    hasMetric: boolean
    after: Cursor | undefined
    until: Cursor | undefined
    by: SqlOrder
    conditions: {
      /** Everything that the filter asks for, the search included. */
      all: Condition
      /** The same without the search. */
      withoutSearch: Condition
      /** Between the cursors. */
      between: Condition
    }
  }
