import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from './worker.ts'

const waitingWorker = (files: string[]) => ({
  postMessage: vi.fn((message: unknown, ports?: MessagePort[]) => {
    if (message === 'files') ports?.[0]?.postMessage(files)
  }),
})

const browserWith = (register: () => Promise<unknown>) => {
  const container = Object.assign(new EventTarget(), { register: vi.fn(register) })
  vi.stubGlobal('navigator', { serviceWorker: container })
  return container
}
const registrationOf = (waiting: unknown) =>
  Object.assign(new EventTarget(), { waiting, installing: null, update: vi.fn() })

/** library.js has the same name in both versions. */
const pageOf = (script: string) => {
  const links = [script, '/assets/library.js'].map((href) => `<link rel="modulepreload" href="${href}">`)
  document.head.innerHTML = links.join('')
}

afterEach(() => {
  document.head.innerHTML = ''
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a failed registration is silent', async () => {
  browserWith(() => Promise.reject(new Error('plain http')))
  const onUpdate = vi.fn()
  const stop = await registerWorker(onUpdate)
  expect(stop).not.toThrow()
  expect(onUpdate).not.toHaveBeenCalled()
})

test('a page of the new version activates its worker without asking', async () => {
  pageOf('/assets/app-2.js')
  const waiting = waitingWorker(['/assets/app-2.js', '/assets/library.js'])
  browserWith(async () => registrationOf(waiting))
  const onUpdate = vi.fn()
  const stop = await registerWorker(onUpdate)
  await expect.poll(() => waiting.postMessage.mock.lastCall).toEqual(['activate'])
  expect(onUpdate).not.toHaveBeenCalled()
  stop()
})

test('a page of the old version offers the new one, and reloads after activation', async () => {
  pageOf('/assets/app-1.js')
  const waiting = waitingWorker(['/assets/app-2.js', '/assets/library.js'])
  const container = browserWith(async () => registrationOf(waiting))
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  const onUpdate = vi.fn<(update: () => void) => void>()
  const stop = await registerWorker(onUpdate)
  await expect.poll(() => onUpdate.mock.calls).toHaveLength(1)
  expect(waiting.postMessage).not.toHaveBeenCalledWith('activate')

  onUpdate.mock.calls[0]?.[0]()
  expect(waiting.postMessage).toHaveBeenLastCalledWith('activate')
  expect(reload).not.toHaveBeenCalled()
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledOnce()
  stop()
})

test('a worker that is installed while the page is open is offered too', async () => {
  pageOf('/assets/app-1.js')
  const registration = registrationOf(null)
  browserWith(async () => registration)
  const onUpdate = vi.fn()
  const stop = await registerWorker(onUpdate)
  const installing = Object.assign(new EventTarget(), { state: 'installing' })
  Object.assign(registration, { installing })
  registration.dispatchEvent(new Event('updatefound'))
  Object.assign(registration, { waiting: waitingWorker(['/assets/app-2.js', '/assets/library.js']) })
  installing.state = 'installed'
  installing.dispatchEvent(new Event('statechange'))
  await expect.poll(() => onUpdate.mock.calls).toHaveLength(1)
  stop()
})
