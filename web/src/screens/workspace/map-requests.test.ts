import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, aoiApi, LIVE_POSITION_HEADER } from '#contract'
import { keepEarly } from '../../api/early-requests.ts'
import { replyPositions } from '../../api/live.ts'
import { answerEarly, mapRequest } from './map-requests.ts'

const address = addressOf(aoiApi.tile, { z: 11, x: 327, y: 791 })
const url = location.origin + address
const fetchMock = vi.fn<typeof fetch>()
const tile = (text: string, position = '7') => new Response(text, { headers: { [LIVE_POSITION_HEADER]: position } })
const ask = async () => new TextDecoder().decode((await answerEarly(mapRequest(url), AbortSignal.timeout(9e5))).data)

// Positions are of the whole page: other tests have theirs.
const note = vi.spyOn(replyPositions, 'note').mockReturnValue()
beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    fetchMock.mockReset().mockImplementation(async () => tile('fresh')),
  )
})
afterAll(() => note.mockRestore())
afterEach(() => {
  window.earlyRequests?.clear()
  vi.unstubAllGlobals()
})

test('a tile that the page has asked for is not asked for again, and serves once', async () => {
  keepEarly(address, Promise.resolve(tile('early')))
  expect(mapRequest(url).url).not.toBe(url)
  expect(await ask()).toBe('early')
  expect(fetchMock).not.toHaveBeenCalled()
  expect(mapRequest(url).url, 'after a change the map asks as ever').toBe(url)
})

test('a tile whose reply was lost is asked for by itself', async () => {
  keepEarly(address, Promise.reject(new TypeError('Failed to fetch')))
  expect(await ask()).toBe('fresh')
  expect(String(fetchMock.mock.calls[0]?.[0])).toBe(url)
})

test('a refused tile is an error of the map, as if it had asked itself', async () => {
  keepEarly(address, Promise.resolve(new Response('{}', { status: 403 })))
  await expect(ask()).rejects.toMatchObject({ status: 403 })
})

test('its position is noted: if the live stream began later, everything is loaded again', async () => {
  keepEarly(address, Promise.resolve(tile('early', '4')))
  await ask()
  expect(note).toHaveBeenCalledWith(4)
})
