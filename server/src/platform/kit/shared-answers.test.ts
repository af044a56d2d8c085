import { expect, test } from 'vitest'
import { sharedAnswers } from './shared-answers.ts'

/** Computations that end when the test releases them. */
const counter = () => {
  const begun: { key: string; finish: (text: string) => void; fail: (error: Error) => void }[] = []
  const ask = sharedAnswers(
    (key: string) => key,
    (key) =>
      new Promise<string>((finish, fail) => {
        begun.push({ key, finish, fail })
      }),
  )
  return { ask, begun }
}
const nextTurn = () => new Promise((done) => setImmediate(done))

test('concurrent equal requests share a reply, others get their own', async () => {
  const { ask, begun } = counter()
  const answers = [ask('a'), ask('a'), ask('b')]
  await nextTurn()
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
  for (const { key, finish } of begun) finish(`${key}!`)
  expect(await Promise.all(answers)).toEqual(['a!', 'a!', 'b!'])
})

test('a request during a computation waits for a new computation', async () => {
  const { ask, begun } = counter()
  const first = ask('a')
  await nextTurn()
  const later = [ask('a'), ask('a')]
  begun[0]?.finish('before')
  expect(await first).toBe('before')
  await nextTurn()
  expect(begun).toHaveLength(2)
  begun[1]?.finish('after')
  expect(await Promise.all(later)).toEqual(['after', 'after'])
})

test('a failed reply fails only for those who shared it', async () => {
  const { ask, begun } = counter()
  const failing = ask('a')
  await nextTurn()
  begun[0]?.fail(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  const again = ask('a')
  await nextTurn()
  begun[1]?.finish('here')
  expect(await again).toBe('here')
})
