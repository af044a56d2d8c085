import type { ColumnType } from 'kysely'
import type { LngLat } from '#contract'
import type { Point } from '../point.ts'

/** A timestamp, set by the database if it is omitted. */
export type Moment = ColumnType<Date, Date | string, Date | string>
export type MomentNow = ColumnType<Date, Date | string | undefined, Date | string>
export type MomentOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** jsonb: written as JSON text, because pg turns a list into a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>
export type JsonDefault<T> = ColumnType<T, string | undefined, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

export type Place = ColumnType<Point, string, string>
export type PlaceOrNull = ColumnType<Point | null, string | null | undefined, string | null>

export type Derived<T> = ColumnType<T, never, never>

/** The service of the parent row, filled in by the database if it is omitted. */
export type ServiceOfParent = ColumnType<string, string | undefined, never>

export type PolygonCoordinates = LngLat[][]
