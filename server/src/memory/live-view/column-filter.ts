import { type AoiFilter, AoiState, kindOf } from '#contract'
import { kindStateOf } from './kind-state.ts'
import { microsecondsOf } from './read-table.ts'

/** The part of a filter that the columns `kindState` and `createdAt` decide. */
export type ColumnFilter = {
  /** 1 at the index of each kind and state that passes. */
  kindStates: Uint8Array
  /** Microseconds since 2000; both ends included. */
  from: number
  to: number
}

/** Every row passes that was not removed. */
export const anyRow: ColumnFilter = {
  kindStates: new Uint8Array(256).fill(1, 0, 255),
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
}

export const isState = (type: string): type is AoiState => AoiState.options.some((state) => state === type)

export const columnFilterOf = (
  filter: Pick<AoiFilter, 'type' | 'startTime' | 'endTime' | 'isActivity' | 'isSensors'>,
): ColumnFilter => {
  const { type, startTime, endTime } = filter
  const kindStates = new Uint8Array(256)
  for (const state of isState(type) ? [type] : AoiState.options) kindStates[kindStateOf(kindOf(filter), state)] = 1
  return {
    kindStates,
    from: startTime ? microsecondsOf(startTime) : anyRow.from,
    to: endTime ? microsecondsOf(endTime) : anyRow.to,
  }
}
