import { beforeEach, expect, test, vi } from 'vitest'
import { reloadOnChunkFailure } from './chunk-failure.ts'

beforeEach(() => sessionStorage.clear())

test('a failed chunk reloads the page, at most once in 60 s', () => {
  const page = new EventTarget() as unknown as Window
  const reload = vi.fn()
  let now = 1_000_000
  reloadOnChunkFailure(
    () => false,
    page,
    reload,
    () => now,
  )
  const fail = () => {
    const event = new Event('vite:preloadError', { cancelable: true })
    page.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(fail()).toBe(true)
  now += 59_999
  expect(fail(), 'the error shows instead').toBe(false)
  expect(reload).toHaveBeenCalledTimes(1)
  now += 1
  fail()
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a failed chunk does not reload the page while the server cannot be reached', () => {
  const page = new EventTarget() as unknown as Window
  const reload = vi.fn()
  reloadOnChunkFailure(() => true, page, reload)
  const event = new Event('vite:preloadError', { cancelable: true })
  page.dispatchEvent(event)
  expect(event.defaultPrevented, 'the app shows the error').toBe(false)
  expect(reload).not.toHaveBeenCalled()
})

test('the page shows the error without reloading if storage is blocked', () => {
  const page = new EventTarget() as unknown as Window
  const reload = vi.fn()
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  const barred = vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(refuse)
  try {
    reloadOnChunkFailure(() => false, page, reload)
    const event = new Event('vite:preloadError', { cancelable: true })
    page.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  } finally {
    barred.mockRestore()
  }
  expect(reload).not.toHaveBeenCalled()
})
