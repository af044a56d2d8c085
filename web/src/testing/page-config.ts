import { afterEach, beforeEach, vi } from 'vitest'
import * as page from '../api/config.ts'

/** Replaces the page's configuration in a test file, because the real one is read once and cached. */
export const answerConfig = (values: Partial<page.PageConfig>): void => {
  beforeEach(() => void vi.spyOn(page, 'config').mockReturnValue(values as page.PageConfig))
  afterEach(() => void vi.mocked(page.config).mockRestore())
}
