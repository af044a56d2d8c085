import { expect, test } from 'vitest'
import { openTurns } from './turns.ts'

const opened = () => {
  const turns = openTurns({ atOnce: 2, mostWaiting: 3, refuse: () => new Error('full') })
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const run = (service: string, name: string) =>
    turns.run(service, () => {
      started.push(name)
      return new Promise<void>((resolve) => finish.set(name, resolve))
    })
  return { turns, started, run, end: (name: string) => finish.get(name)?.() }
}

test('a service with many files waits for others', async () => {
  const { started, run, end } = opened()
  const first = run('bay', 'bay 1')
  const rest = [run('bay', 'bay 2'), run('bay', 'bay 3'), run('creek', 'creek 1')]
  expect(started).toEqual(['bay 1', 'bay 2'])
  end('bay 1')
  await first
  expect(started).toEqual(['bay 1', 'bay 2', 'creek 1'])
  end('creek 1')
  await rest[2]
  expect(started.at(-1)).toBe('bay 3')
  for (const name of ['bay 2', 'bay 3']) end(name)
  await Promise.all(rest)
})

test('a full queue refuses before the work is handed over', async () => {
  const { turns, run, end } = opened()
  const names = ['1', '2', '3', '4', '5']
  const all = names.map((name) => run('bay', name))
  expect(turns.mustHaveRoom).toThrow('full')
  await expect(run('creek', '6')).rejects.toThrow('full')
  for (const [index, name] of names.entries()) {
    end(name)
    await all[index]
  }
  expect(turns.mustHaveRoom).not.toThrow()
})
