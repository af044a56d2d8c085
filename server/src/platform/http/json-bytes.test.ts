import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { jsonBytes } from './json-bytes.ts'

const list = (length: number, item: (index: number) => unknown = (index) => ({ index })) =>
  Array.from({ length }, (_, index) => item(index))

test('a reply is the same JSON, wherever its long lists are', async () => {
  const replies = [
    {},
    [],
    null,
    'text',
    list(99),
    list(250),
    [undefined, { receivers: list(250, (index) => list(index % 3)) }, [list(100)]],
    { total: list(250), nextCursor: null, left: undefined },
    { 'a "name"': { properties: { logs: list(250), at: new Date(0) } }, empty: {}, few: list(3) },
    { rows: list(250, (index) => (index % 2 === 0 ? undefined : list(index))) },
  ]
  for (const reply of replies) expect((await jsonBytes(reply)).toString()).toBe(JSON.stringify(reply))
})

test('other work gets a turn while a long list inside an object is written', async () => {
  const reply = { properties: { logs: list(1_000, (index) => ({ index, text: 'word '.repeat(4_000) })) } }
  let turns = 0
  let isOver = false
  const written = jsonBytes(reply).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await nextTurn()
    turns++
  }
  await written
  expect(turns).toBeGreaterThan(3)
})
