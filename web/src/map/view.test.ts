import { expect, test } from 'vitest'
import { hasStoredView, recallView, rememberView, type View } from './view.ts'

const bay: View = { center: [-122.3, 37.75], zoom: 9 }

const storageWith = (stored?: string): Storage => {
  const items = new Map(stored === undefined ? [] : [['cohesion.map.view', stored]])
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  } as unknown as Storage
}

test('the first visit opens at the given view', () => {
  expect(recallView(bay, storageWith())).toEqual(bay)
})

test('the next visit opens the last view', () => {
  const storage = storageWith()
  rememberView({ center: [34.7818064, 32.0852999], zoom: 11.4567 }, storage)
  expect(recallView(bay, storage)).toEqual({ center: [34.78181, 32.0853], zoom: 11.46 })
})

test.each([
  '',
  'null',
  '[]',
  '{"lng":"x"',
  '{"lng":34,"lat":32}',
  '{"lng":"34","lat":32,"zoom":5}',
  '{"lng":34,"lat":91,"zoom":5}',
  '{"lng":1000,"lat":32,"zoom":5}',
  '{"lng":34,"lat":32,"zoom":-1}',
  '{"lng":34,"lat":32,"zoom":1e999}',
  '{"lng":null,"lat":32,"zoom":5}',
])('what was stored as %s is not used', (stored) => {
  expect(recallView(bay, storageWith(stored))).toEqual(bay)
})

test('a storage that throws is ignored', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const closed = { getItem: refuse, setItem: refuse } as unknown as Storage
  rememberView(bay, closed)
  expect(recallView(bay, closed)).toEqual(bay)
})

test('a browser that denies access to its storage uses the given view', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse })
  try {
    rememberView(bay)
    expect(recallView(bay)).toBe(bay)
    expect(hasStoredView()).toBe(false)
  } finally {
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
})
