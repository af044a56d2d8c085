import { afterAll, afterEach, beforeAll, beforeEach, type Mock, vi } from 'vitest'
import * as api from '../api/call.ts'
import * as page from '../api/config.ts'
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

/** Replaces the page's configuration in a test file, because the real one is read once and cached. */
export const answerConfig = (values: Partial<page.PageConfig>): void => {
  beforeEach(() => void vi.spyOn(page, 'config').mockReturnValue(values as page.PageConfig))
  afterEach(() => void vi.mocked(page.config).mockRestore())
}
