import type { AoiGroup, AoiSummary } from '#contract'

export type Item =
  | { key: string; kind: 'row'; aoi: AoiSummary }
  | { key: string; kind: 'group'; group: AoiGroup; isOpen: boolean }
  | { key: string; kind: 'waiting' }

const WAITING_ROWS = 4

const itemsOfRows = new WeakMap<readonly AoiSummary[], Item[]>()

/** Memoised by the array of rows, so that in a list of thousands a new page creates only its own items. */
export const rowItems = (rows: readonly AoiSummary[]): Item[] => {
  const items = itemsOfRows.get(rows) ?? rows.map((aoi) => ({ key: aoi.properties.nonce, kind: 'row', aoi }))
  itemsOfRows.set(rows, items)
  return items
}

export const joined = <T>(parts: readonly T[][]): T[] => ([] as T[]).concat(...parts)

export const groupItems = (
  groups: readonly AoiGroup[],
  openId: string | undefined,
  rows: readonly AoiSummary[] | undefined,
): Item[] =>
  groups.flatMap((group): Item[] => {
    const isOpen = group._id === openId
    const header: Item = { key: `group.${group._id}`, kind: 'group', group, isOpen }
    return isOpen ? [header, ...(rows ? rowItems(rows) : waitingItems(group.count))] : [header]
  })

const waitingItems = (count: number): Item[] =>
  Array.from({ length: Math.min(count, WAITING_ROWS) }, (_, row) => ({ key: `waiting.${row}`, kind: 'waiting' }))

export const inOrder = (groups: readonly AoiGroup[], titleOf: (group: AoiGroup) => string, language: string) =>
  [...groups].sort(
    (one, other) =>
      Number(one._id === 'none') - Number(other._id === 'none') ||
      titleOf(one).localeCompare(titleOf(other), language, { sensitivity: 'base' }),
  )
