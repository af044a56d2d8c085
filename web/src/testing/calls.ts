import { afterAll, beforeAll, type Mock, vi } from 'vitest'
import * as api from '../api/call.ts'
import * as forms from '../api/upload.ts'

export const answerCalls = (answer: Mock): void => {
  beforeAll(() => void vi.spyOn(api, 'call').mockImplementation(answer))
  afterAll(() => void vi.mocked(api.call).mockRestore())
}

/** As `answerCalls`, for forms that upload files. */
export const answerUploads = (answer: Mock): void => {
  beforeAll(() => void vi.spyOn(forms, 'upload').mockImplementation(answer))
  afterAll(() => void vi.mocked(forms.upload).mockRestore())
}
