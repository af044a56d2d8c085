import { afterEach, beforeEach, vi } from 'vitest'
import * as page from '../api/config.ts'

/**
 * What the server wrote into the page, for the tests of a file. The real configuration is read once and kept, so that a
 * test file would find what the files before it have read.
 */
export const answerConfig = (values: Partial<page.PageConfig>): void => {
  beforeEach(() => void vi.spyOn(page, 'config').mockReturnValue(values as page.PageConfig))
  afterEach(() => void vi.mocked(page.config).mockRestore())
}
