import { describe, expect, test } from 'vitest'
import { openBudget } from './budget.ts'

const opened = (limitBytes: number) => {
  let nowMs = 0
  const gone: string[] = []
  const memory = openBudget(limitBytes, { idleMs: 60, now: () => nowMs })
  const hold = (name: string, bytes: number) => {
    const copy = { bytes: () => bytes, giveUp: () => gone.push(name) }
    memory.hold(copy)
    return copy
  }
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { memory, gone, hold, wait }
}

describe('the memory', () => {
  test('evicts the least recently used copies, and no more than needed', () => {
    const { memory, gone, hold, wait } = opened(100)
    const first = hold('first', 40)
    wait(10)
    hold('second', 40)
    wait(100)
    memory.touch(first)
    wait(100)
    expect(memory.reserve(30)).toBeDefined()
    expect(gone).toEqual(['second'])
  })

  test('evicts nothing in use, and nothing if that would not suffice', () => {
    const { memory, gone, hold, wait } = opened(100)
    hold('old', 30)
    wait(100)
    hold('in use', 60)
    expect(memory.reserve(50)).toBeUndefined()
    expect(gone).toEqual([])
    expect(memory.reserve(40)).toBeDefined()
    expect(gone).toEqual(['old'])
  })

  test('includes copies being loaded', () => {
    const { memory } = opened(100)
    const release = memory.reserve(70)
    expect(memory.reserve(40)).toBeUndefined()
    release?.()
    expect(memory.reserve(40)).toBeDefined()
  })

  test('evicts copies in use only if loaded copies have grown over the limit', () => {
    const { memory, gone } = opened(100)
    let bytes = 40
    for (const name of ['first', 'second']) memory.hold({ bytes: () => bytes, giveUp: () => gone.push(name) })
    memory.trim()
    expect(gone).toEqual([])
    bytes = 60
    memory.trim()
    expect(gone).toEqual(['first'])
  })
})
