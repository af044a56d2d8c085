import { sql } from 'kysely'
import { AoiKind, AoiState } from '#contract'

/** Kind and state in one byte, each by its place in the contract. */
export const lookOf = (kind: AoiKind, state: AoiState): number =>
  AoiKind.options.indexOf(kind) * 4 + AoiState.options.indexOf(state)

const place = (column: string, options: readonly string[]) =>
  sql`case ${sql.ref(column)} ${sql.join(
    options.map((option, index) => sql`when ${sql.lit(option)} then ${sql.lit(index)}`),
    sql` `,
  )} end`

/** The same number of `aoi a`. */
export const look = sql`(${place('a.kind', AoiKind.options)} * 4 + ${place('a.state', AoiState.options)})`

export const kindIn = (look: number): AoiKind => AoiKind.options[look >> 2] as AoiKind
export const stateIn = (look: number): AoiState => AoiState.options[look & 3] as AoiState

/** Of a row that no longer counts. */
export const GONE = 255
