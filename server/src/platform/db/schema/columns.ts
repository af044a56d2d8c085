import type { ColumnType } from 'kysely'
import type { LngLat } from '#contract'
import type { Point } from '../point.ts'

/** A moment; set by the database where nothing is given. */
export type Moment = ColumnType<Date, Date | string, Date | string>
export type MomentNow = ColumnType<Date, Date | string | undefined, Date | string>
export type MomentOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

/** jsonb: given as JSON text (pg would take a list for a PostgreSQL array), read as what it says. */
export type Json<T> = ColumnType<T, string, string>
export type JsonDefault<T> = ColumnType<T, string | undefined, string>
export type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>

/** A point: given by `pointText`. */
export type Place = ColumnType<Point, string, string>
export type PlaceOrNull = ColumnType<Point | null, string | null | undefined, string | null>

/** Made by the database from the other columns. */
export type Derived<T> = ColumnType<T, never, never>

/** The service of the row that this one belongs to; the database looks it up where it is not given. */
export type ServiceOfParent = ColumnType<string, string | undefined, never>

/** GeoJSON coordinates of one polygon. */
export type PolygonCoordinates = LngLat[][]
