import { expect, test } from 'vitest'
import { printInLight } from './print.ts'

test('printing is light and restores the dark theme', () => {
  const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme')
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  const stop = printInLight()
  window.dispatchEvent(new Event('beforeprint'))
  expect(scheme()).toBe('light')
  window.dispatchEvent(new Event('afterprint'))
  expect(scheme()).toBe('dark')
  stop()
  window.dispatchEvent(new Event('beforeprint'))
  expect(scheme()).toBe('dark')
})
