import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const replace = vi.fn()
beforeEach(() => {
  vi.resetModules()
  replace.mockReset()
  vi.stubGlobal('location', { replace, pathname: '/', search: '?panel=users', hash: '', origin: 'http://localhost' }) // biome-ignore format: one line
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

test('signing in again returns to the page of the ended session', async () => {
  const { goToLogin } = await import('./session.ts')
  goToLogin()
  goToLogin()
  expect(replace.mock.calls).toEqual([['/login?next=%2F%3Fpanel%3Dusers']])
})

test('a page that one member left in this tab is not opened for another', async () => {
  const leave = async (username: string) => {
    vi.resetModules()
    const session = await import('./session.ts')
    session.startSession('token', username)
    vi.resetModules()
    const { endSession, goToLogin } = await import('./session.ts')
    endSession()
    goToLogin()
    return session
  }
  const { startSession, pathAfterLogin } = await leave('Dana')
  startSession('another', 'omer')
  expect(pathAfterLogin('/?panel=users')).toBe('/')
  expect(pathAfterLogin('/?panel=users'), 'a link that was opened later').toBe('/?panel=users')
  await leave('Dana')
  startSession('again', 'dana ')
  expect(pathAfterLogin('/?panel=users')).toBe('/?panel=users')
})

test('signing out forgets the page, even if the live stream ends first', async () => {
  const { goToLogin, signOut } = await import('./session.ts')
  await signOut(async () => goToLogin())
  expect(replace.mock.calls).toEqual([['/login']])
})

test('a failed sign-out keeps the session and the open page', async () => {
  const { goToLogin, signOut } = await import('./session.ts')
  await expect(signOut(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(replace).not.toHaveBeenCalled()
  goToLogin()
  expect(replace.mock.calls).toEqual([['/login?next=%2F%3Fpanel%3Dusers']])
})
