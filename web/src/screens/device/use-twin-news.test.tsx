import { renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { twinApi } from '#contract'
import { type OutgoingRequest, setOutgoingRequests } from '../../api/device/unsent.ts'
import { AOI_REQUEST } from '../../core/aoi/outgoing.ts'
import { answerCalls } from '../../testing/calls.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import * as toasts from '../../ui/overlays/toast.ts'
import { useTwinNews } from './use-twin-news.ts'

const answer = vi.fn()
answerCalls(answer)
const toast = vi.fn()
beforeAll(async () => {
  await startTestI18n()
  vi.spyOn(toasts, 'toast').mockImplementation(toast)
})
afterAll(() => void vi.mocked(toasts.toast).mockRestore())
beforeEach(() => {
  toast.mockReset()
  answer.mockReset()
})
afterEach(() => setOutgoingRequests([]))

const report: OutgoingRequest = {
  id: 1,
  kind: AOI_REQUEST,
  madeAt: 0,
  body: {},
  state: 'confirmed',
  known: { id: 'a1', number: 12, nonce: 'n1' },
}

test('a report written offline announces its possible duplicate once when sent', async () => {
  answer.mockResolvedValue([
    { name: 'Something else', isSuggested: false },
    { name: 'Fallen tree', isSuggested: true },
  ])
  const onOpen = vi.fn()
  renderHook(() => useTwinNews(onOpen))
  setOutgoingRequests([{ ...report, state: 'sending' }])
  setOutgoingRequests([report])
  setOutgoingRequests([report, { ...report, id: 2, kind: 'entry' }])
  await vi.waitFor(() => expect(toast).toHaveBeenCalled())
  expect(answer).toHaveBeenCalledExactlyOnceWith(twinApi.ofAoi, { params: { id: 'a1' } })
  const [{ message, action }] = toast.mock.calls[0] as Parameters<typeof toasts.toast>
  expect(message).toBe('Report #12 may be the same event as “Fallen tree”')
  action?.run()
  expect(onOpen).toHaveBeenCalledWith('n1')
})

test('no hint without similar reports or without a reply', async () => {
  renderHook(() => useTwinNews(vi.fn()))
  answer.mockResolvedValueOnce([{ name: 'Something else', isSuggested: false }]).mockRejectedValueOnce(new Error('no'))
  setOutgoingRequests([report, { ...report, id: 2 }])
  await vi.waitFor(() => expect(answer).toHaveBeenCalledTimes(2))
  await Promise.all(answer.mock.results.map(({ value }) => Promise.resolve(value).catch(() => {})))
  expect(toast).not.toHaveBeenCalled()
})
