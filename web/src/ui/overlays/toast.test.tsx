import { notifications } from '@mantine/notifications'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { Toasts } from './Toasts.tsx'
import { toast, toastProblem } from './toast.ts'

beforeAll(() => startTestI18n())
// The store of toasts is global.
beforeEach(() => notifications.clean())
afterEach(() => {
  vi.useRealTimers()
})

test('shows its message as text, never as markup', async () => {
  show(<Toasts />)
  await act(() => toast({ message: '<b>Gate 3</b> shared' }))
  expect(await screen.findByText('<b>Gate 3</b> shared')).toBeTruthy()
})

test('disappears after two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(<Toasts />)
  await act(() => toast({ message: 'Saved' }))
  expect(screen.queryByText('Saved')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect(screen.queryByText('Saved')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByText('Saved')).toBeNull()
})

test('is below by default, or above', async () => {
  show(<Toasts />)
  await act(() => toast({ message: 'below' }))
  await act(() => toast({ message: 'above', top: true }))
  const placeOf = async (text: string) =>
    (await screen.findByText(text)).closest('[data-position]')?.getAttribute('data-position')
  expect(await placeOf('below')).toBe('bottom-center')
  expect(await placeOf('above')).toBe('top-center')
})

test('a failure is shown as text with the role alert', async () => {
  show(<Toasts />)
  await act(() => toastProblem(new Problem('forbidden')))
  expect((await screen.findByRole('alert')).textContent).toContain('You don’t have permission to do this.')
})

test('a refusal stays until it is dismissed, and a network error disappears', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(<Toasts />)
  await act(() => toastProblem(new Problem('conflict')))
  await act(() => toast({ message: 'Sensor 7: alarm' }))
  await act(() => toastProblem(new Problem('network')))
  expect(screen.queryAllByRole('alert')).toHaveLength(2)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.queryAllByRole('alert')).toHaveLength(1)
  expect(screen.queryByText('Sensor 7: alarm')).toBeNull()
  screen.getByRole('button', { name: 'Dismiss' }).click()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryAllByRole('alert')).toHaveLength(0)
})

test('the next refusal replaces the one before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(<Toasts />)
  await act(() => toastProblem(new Problem('conflict')))
  await act(() => toastProblem(new Problem('forbidden')))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByRole('alert').textContent).toContain('You don’t have permission to do this.')
})
