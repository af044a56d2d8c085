import { describe, expect, test } from 'vitest'
import { TEXT_SEPARATOR } from '../live-view/aoi-part.ts'
import { kindStateOf, REMOVED } from '../live-view/kind-state.ts'
import type { Row } from './rows.ts'
import { WordIndex } from './word-index.ts'

const [isNew, isDone] = [kindStateOf('sensor', 'new'), kindStateOf('sensor', 'done')]
const gate: Row = {
  ...{ number: 7, kindState: isNew, createdAt: 1, lng: 34.78, lat: 32.08, nameHash: 1 },
  ...{ eventTypeId: 'b', creatorId: 'c' },
}
const text = 'gate 3\nby the harbour'

const idsOf = (aois: { row: Row }[]) =>
  Buffer.concat(aois.map(({ row }) => Buffer.from(row.number.toString(16).padStart(32, '0'), 'hex')))

const indexWith = async (...aois: { row: Row; text: string }[]) => {
  const rows = aois.map(({ row }) => row)
  const codes = Uint32Array.from(rows.keys())
  const part = {
    count: rows.length,
    last: Math.max(...rows.map(({ number }) => number)),
    number: Uint32Array.from(rows, ({ number }) => number),
    kindState: Uint8Array.from(rows, ({ kindState }) => kindState),
    createdAt: Float64Array.from(rows, ({ createdAt }) => createdAt),
    place: Float64Array.from(rows.flatMap(({ lng, lat }) => [lng, lat])),
    nameHash: Int32Array.from(rows, ({ nameHash }) => nameHash),
    eventTypeId: { codes, ids: rows.map(({ eventTypeId }) => eventTypeId) },
    creatorId: { codes, ids: rows.map(({ creatorId }) => creatorId) },
    id: idsOf(aois),
    searchText: aois.map(({ text }) => text).join(TEXT_SEPARATOR),
  }
  async function* ids() {
    yield idsOf(aois)
  }
  const index = new WordIndex()
  await index.append(part)
  await index.finish(ids())
  return index
}

describe('the word index', () => {
  test('takes no further room while the state of an area changes again and again', async () => {
    const index = await indexWith({ row: gate, text })
    for (let change = 0; change < 5_000; change++) {
      index.put({ row: { ...gate, kindState: change % 2 ? isNew : isDone }, text })
    }
    expect(index.rows.length).toBe(1)
    expect(index.texts.length).toBe(5)
    expect(index.needsRebuild).toBe(false)
    index.put({ row: { ...gate, kindState: isDone, eventTypeId: 'd' }, text })
    expect(index.rows.kindState[0]).toBe(isDone)
    expect(index.rows.types.ids[index.rows.type[0] ?? 0]).toBe('d')
  })

  test('takes no further room while an area is deleted and restored', async () => {
    const index = await indexWith({ row: gate, text })
    for (let change = 0; change < 10; change++) {
      index.put({ row: { ...gate, kindState: REMOVED }, text })
      expect(index.rows.kindState[0]).toBe(REMOVED)
      index.put({ row: gate, text })
    }
    expect(index.rows.length).toBe(1)
    expect(index.rows.kindState[0]).toBe(isNew)
  })

  test.each<[string, Partial<Row>, string]>([
    ['other words', {}, 'gate 4\nby the harbour'],
    ['more words', {}, `${text} wall`],
    ['fewer words', {}, 'gate 3\nby the'],
    ['another name of the same words', { nameHash: 2 }, 'gate 3 by\nthe harbour'],
    ['another place', { lat: 32.09 }, text],
    ['another time', { createdAt: 2 }, text],
    ['another author', { creatorId: 'd' }, text],
  ])('gives an AOI with %s a new row, and keeps the old one for searches under way', async (_, change, newText) => {
    const index = await indexWith({ row: gate, text })
    index.put({ row: { ...gate, ...change }, text: newText })
    expect([...index.rows.kindState.subarray(0, index.rows.length)]).toEqual([REMOVED, isNew])
    expect(index.find(gate.number)).toBe(1)
    expect(index.rows.rank[1], 'its place among the names is not known').toBe(0)
  })
})
