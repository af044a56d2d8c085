import { AoiKind, AoiState } from '#contract'

/** Kind and state in one byte. SQL makes the same number: `kind * 4 + state`, each by its place in the contract. */
export const lookOf = (kind: AoiKind, state: AoiState): number =>
  AoiKind.options.indexOf(kind) * 4 + AoiState.options.indexOf(state)

export const kindIn = (look: number): AoiKind => AoiKind.options[look >> 2] as AoiKind
export const stateIn = (look: number): AoiState => AoiState.options[look & 3] as AoiState

/** Of a row that no longer counts. */
export const GONE = 255
