import { sql } from 'kysely'
import { AoiKind, AoiState } from '#contract'

/** Kind and state of an AOI in one byte: each by its index in the contract's list, the state in the lowest two bits. */
export const kindStateOf = (kind: AoiKind, state: AoiState): number =>
  AoiKind.options.indexOf(kind) * 4 + AoiState.options.indexOf(state)

const indexIn = (column: string, options: readonly string[]) =>
  sql`case ${sql.ref(column)} ${sql.join(
    options.map((option, index) => sql`when ${sql.lit(option)} then ${sql.lit(index)}`),
    sql` `,
  )} end`

/** The same byte in SQL, of `aoi a`. */
export const kindStateColumn = sql`(${indexIn('a.kind', AoiKind.options)} * 4 + ${indexIn('a.state', AoiState.options)})`

export const kindIn = (kindState: number): AoiKind => AoiKind.options[kindState >> 2] as AoiKind
export const stateIn = (kindState: number): AoiState => AoiState.options[kindState & 3] as AoiState

/** Stands in place of kind and state in a row that was deleted or replaced: no filter accepts it. */
export const REMOVED = 255
