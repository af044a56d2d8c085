import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { afterPress } from './after-press.ts'

test('an error shown on blur waits for the press that caused the blur', async () => {
  const act = vi.fn()
  window.dispatchEvent(new Event('pointerdown'))
  afterPress(act)
  expect(act).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('pointerup'))
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
})

test('keyboard input does not wait', () => {
  const act = vi.fn()
  afterPress(act)
  expect(act).toHaveBeenCalledOnce()
})

test('a touch is reported like a click, after it has ended', async () => {
  const act = vi.fn()
  for (const type of ['pointerdown', 'pointerup', 'mousedown']) window.dispatchEvent(new Event(type))
  afterPress(act)
  expect(act).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('mouseup'))
  await waitFor(() => expect(act).toHaveBeenCalledOnce())
})
