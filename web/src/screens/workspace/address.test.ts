import { afterEach, expect, test, vi } from 'vitest'
import { currentAddress, navigate, openAddress, tidyAddress } from './address.ts'

afterEach(() => history.replaceState(null, '', '/'))

const shown = () => location.pathname + location.search

test('unknown parts of an address are dropped', () => {
  history.replaceState(null, '', '/?panel=nonsense&filter=done&selected=x&foo=1')
  expect(currentAddress()).toEqual({ path: '/', workspace: { filter: 'done' } })
  tidyAddress()
  expect(shown()).toBe('/?filter=done')
})

test('an address outside the workspace stays unchanged', () => {
  history.replaceState(null, '', '/terms?next=1')
  tidyAddress()
  expect(shown()).toBe('/terms?next=1')
})

test('a change starts from the current address, and Back undoes it', () => {
  const pushed = vi.spyOn(history, 'pushState')
  navigate('/', { panel: 'users' })
  navigate('/sensors', (now) => ({ ...now, find: 'a b', filter: undefined }))
  expect(shown()).toBe('/sensors?panel=users&find=a+b')
  navigate('/sensors', (now) => ({ ...now, find: 'a' }), 'replace')
  navigate('/sensors', (now) => now)
  expect(shown()).toBe('/sensors?panel=users&find=a')
  expect(pushed).toHaveBeenCalledTimes(2)
})

test('an equal workspace stays the same object on another page', () => {
  navigate('/', { panel: 'users' })
  const { workspace } = currentAddress()
  openAddress('/sensors?panel=users')
  expect(currentAddress()).toEqual({ path: '/sensors', workspace })
  expect(currentAddress().workspace).toBe(workspace)
})
