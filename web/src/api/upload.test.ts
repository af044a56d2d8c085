import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem, userApi } from '#contract'
import { answerConfig } from '../testing/calls.ts'
import { endSession, sessionToken, startSession } from './session.ts'
import { upload } from './upload.ts'

answerConfig({ apiKey: 'key-of-this-page' })

class FakeRequest {
  static last: FakeRequest
  status = 0
  statusText = ''
  responseText = ''
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  sent: FormData | undefined
  asked: string[] = []
  headers: Record<string, string> = {}
  constructor() {
    FakeRequest.last = this
  }
  open(...asked: string[]) {
    this.asked = asked
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return 'application/json'
  }
  send(form: FormData) {
    this.sent = form
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload()
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  startSession('my-token')
})
afterEach(() => {
  vi.unstubAllGlobals()
  endSession()
})

const file = new File(['picture'], 'me.png', { type: 'image/png' })
const send = (onProgress = (_: number) => {}) => upload(userApi.setPhoto, { files: { file } }, onProgress)

test('an upload sends key, token and file, and reports progress', async () => {
  const parts: number[] = []
  const answer = send((part) => parts.push(part))
  const { last } = FakeRequest
  expect(last.asked).toEqual(['POST', '/api/cohesion/user/profile-photo'])
  expect(last.headers).toEqual({ 'x-api-key': 'key-of-this-page', authorization: 'Bearer my-token' })
  expect(last.sent?.get('file')).toBeInstanceOf(File)
  last.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
  last.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 4 })
  last.answer(200, { username: 'dana' })
  expect(await answer).toEqual({ username: 'dana' })
  expect(parts).toEqual([0.25, 1])
})

test('a rejected upload throws the same problem as any call', async () => {
  const refused = send()
  FakeRequest.last.answer(413, { code: 'fileSize', fields: { file: 'form.fileSize' } })
  await expect(refused).rejects.toMatchObject({ code: 'fileSize', fields: { file: 'form.fileSize' } })
})

test('a lost connection is a network problem, and an ended session ends everywhere', async () => {
  const broken = send()
  FakeRequest.last.onerror()
  await expect(broken).rejects.toEqual(new Problem('network'))
  const ended = send()
  FakeRequest.last.answer(401, { code: 'signedOut' })
  await expect(ended).rejects.toMatchObject({ code: 'signedOut' })
  expect(sessionToken()).toBeNull()
})
