import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aoiApi, Problem, sessionApi, userApi } from '#contract'
import { answerConfig } from '../testing/calls.ts'
import { call, PATIENCE_MS } from './call.ts'
import { endSession, ownPath, sessionToken, startSession } from './session.ts'

const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
answerConfig({ apiKey: 'key-of-this-page' })

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  startSession('my-token')
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetchMock.mockReset()
  endSession()
})

const answer = (body: unknown, status = 200) =>
  fetchMock.mockResolvedValue(new Response(JSON.stringify(body), { status }))

test('every call carries the key and the token', async () => {
  answer({})
  await call(userApi.profile)
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/cohesion/user/profile')
  expect(fetchMock.mock.calls[0]?.[1].headers).toMatchObject({
    'x-api-key': 'key-of-this-page',
    authorization: 'Bearer my-token',
  })
})

test('a query omits undefined values', async () => {
  answer({})
  await call(aoiApi.genericMetrics, { query: { startTime: undefined, type: 'activity' } })
  expect(fetchMock.mock.calls[0]?.[0]).toBe('/api/cohesion/aoi/generic-metrics?type=activity')
})

test('files are sent as form data, whose content type the browser sets', async () => {
  answer({})
  await call(userApi.setPhoto, { files: { file: new Blob(['x']) } })
  const { body, headers } = fetchMock.mock.calls[0]?.[1] ?? {}
  expect(body).toBeInstanceOf(FormData)
  expect((body as FormData).get('file')).toBeInstanceOf(Blob)
  expect(headers).not.toHaveProperty('content-type')
})

test('a session rejected by the server ends in this browser too', async () => {
  answer(new Problem('signedOut').body(), 401)
  await expect(call(userApi.profile)).rejects.toMatchObject({ code: 'signedOut' })
  expect(sessionToken()).toBeNull()
})

test('a wrong password ends no session', async () => {
  answer(new Problem('wrongCredentials').body(), 401)
  await expect(call(sessionApi.login, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
    code: 'wrongCredentials',
  })
  expect(sessionToken()).toBe('my-token')
})

test('gives up on a server that does not respond', async () => {
  const over = AbortSignal.abort(new DOMException('', 'TimeoutError'))
  const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over)
  fetchMock.mockImplementation((_address, init) => Promise.reject(init.signal?.reason))
  await expect(call(userApi.profile)).rejects.toMatchObject({ code: 'network', cause: { name: 'TimeoutError' } })
  expect(patience).toHaveBeenCalledWith(PATIENCE_MS)
  patience.mockRestore()
})

test('an unreachable server is a network problem', async () => {
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call(userApi.profile)).rejects.toMatchObject({ code: 'network' })
})

test.each([
  ['/sensors?panel=users#x', '/sensors?panel=users#x'],
  ['//evil.example/', '/'],
  ['/\\evil.example/', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?next=/login', '/'],
  [null, '/'],
])('after signing in, %s leads to %s', (next, leadsTo) => {
  expect(ownPath(next)).toBe(leadsTo)
})

const busy = (seconds: number) =>
  new Response(JSON.stringify(new Problem('tooManyRequests').body()), {
    status: 429,
    headers: { 'retry-after': String(seconds) },
  })

test('a rate-limited read waits for Retry-After and retries', async () => {
  vi.useFakeTimers()
  fetchMock.mockResolvedValueOnce(busy(4)).mockResolvedValueOnce(new Response('{"ok":true}'))
  const answered = call(userApi.profile)
  await vi.advanceTimersByTimeAsync(3900)
  expect(fetchMock).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(await answered).toEqual({ ok: true })
  vi.useRealTimers()
})

test('a write, or a call with a long wait, fails at once', async () => {
  fetchMock.mockImplementation(async () => busy(4))
  const body = { username: 'a', password: 'b' }
  await expect(call(sessionApi.login, { body })).rejects.toMatchObject({
    code: 'tooManyRequests',
    retryAfterSeconds: 4,
  })
  fetchMock.mockImplementation(async () => busy(40))
  await expect(call(userApi.profile)).rejects.toMatchObject({ code: 'tooManyRequests', retryAfterSeconds: 40 })
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test('an aborted request is not repeated', async () => {
  fetchMock.mockImplementation(async () => busy(4))
  const leaving = new AbortController()
  const answered = call(userApi.profile, undefined, leaving.signal)
  leaving.abort()
  await expect(answered).rejects.toThrow()
  expect(fetchMock).toHaveBeenCalledTimes(1)
})
