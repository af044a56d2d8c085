import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The script tag in the pages; the development server leaves it there. */
const TAG = '<script src="/theme.js"></script>'

export type InlineScript = { put: (html: string) => string; source: string[] }

/**
 * The few lines that a page runs before its first paint stand in the page itself: asking for them would hold the paint
 * back for a round trip. The policy names them by their hash.
 */
export const readTheme = async (folder: string): Promise<InlineScript> => {
  const code = await readFile(join(folder, 'theme.js'), 'utf8').catch(() => undefined)
  if (!code) return { put: (html) => html, source: [] }
  const hash = createHash('sha256').update(code).digest('base64')
  return { put: (html) => html.replace(TAG, () => `<script>${code}</script>`), source: [`'sha256-${hash}'`] }
}
