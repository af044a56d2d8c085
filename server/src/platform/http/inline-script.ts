import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The script that sets the page's colours. In development the tag stays, and Vite serves the script. */
const NAME = 'theme.js'
const TAG = `<script src="/${NAME}"></script>`

export type InlineScript = { put: (html: string) => string; sources: string[] }

/**
 * The script that a page runs first is inlined, because requesting it would cost a round trip. The content security
 * policy allows it by its hash.
 */
export const readInlineScript = async (folder: string): Promise<InlineScript> => {
  const code = await readFile(join(folder, NAME), 'utf8').catch(() => undefined)
  if (!code) return { put: (html) => html, sources: [] }
  return {
    put: (html) => html.replace(TAG, () => `<script>${code}</script>`),
    sources: [`'sha256-${createHash('sha256').update(code).digest('base64')}'`],
  }
}
