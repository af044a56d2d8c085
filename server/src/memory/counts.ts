import { AoiState, type StateMetrics } from '#contract'
import type { IdName } from './columns.ts'
import { visitRows } from './select.ts'
import type { View } from './view.ts'

export const countStates = async ({ parts }: View): Promise<StateMetrics> => {
  const counts = new Uint32Array(AoiState.options.length)
  for (const { store, tests } of parts) {
    const { state } = store.columns
    await visitRows(store, tests, (rows) => {
      for (let at = 0; at < rows.length; at++) {
        const code = state[rows[at] as number] as number
        counts[code] = (counts[code] as number) + 1
      }
    })
  }
  const countOf = (state: AoiState) => counts[AoiState.options.indexOf(state)] as number
  return { newAois: countOf('new'), isProgressAois: countOf('inProgress'), doneAois: countOf('done') }
}

export type CountById = Map<string | null, number>

export const countByIds = async <N extends IdName>(
  { parts }: View,
  names: readonly N[],
): Promise<Record<N, CountById>> => {
  const found = Object.fromEntries(names.map((name) => [name, new Map()])) as Record<N, CountById>
  for (const { store, tests } of parts) {
    const counted = names.map((name) => {
      const { ids } = store.dictionaries[name]
      return { name, ids, codes: store.columns[name], counts: new Uint32Array(ids.length) }
    })
    await visitRows(store, tests, (rows) => {
      for (const { codes, counts } of counted)
        for (let at = 0; at < rows.length; at++) {
          const code = codes[rows[at] as number] as number
          counts[code] = (counts[code] as number) + 1
        }
    })
    for (const { name, ids, counts } of counted)
      for (const [code, count] of counts.entries()) {
        const id = ids[code] ?? null
        if (count > 0) found[name].set(id, (found[name].get(id) ?? 0) + count)
      }
  }
  return found
}
