import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const replace = vi.fn()
beforeEach(() => {
  vi.resetModules()
  replace.mockReset()
  vi.stubGlobal('location', { replace, pathname: '/', search: '?panel=users', hash: '', origin: 'http://localhost' }) // biome-ignore format: one line
})
afterEach(() => void vi.unstubAllGlobals())

test('a session that ended leads back to what was shown', async () => {
  const { goToLogin } = await import('./session.ts')
  goToLogin()
  goToLogin()
  expect(replace.mock.calls).toEqual([['/login?next=%2F%3Fpanel%3Dusers']])
})

test('who signs out is not led back, although the live stream notices before the answer is there', async () => {
  const { goToLogin, signOut } = await import('./session.ts')
  await signOut(async () => goToLogin())
  expect(replace.mock.calls).toEqual([['/login']])
})

test('who could not sign out stays, and is led back when the session ends later', async () => {
  const { goToLogin, signOut } = await import('./session.ts')
  await expect(signOut(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(replace).not.toHaveBeenCalled()
  goToLogin()
  expect(replace.mock.calls).toEqual([['/login?next=%2F%3Fpanel%3Dusers']])
})
