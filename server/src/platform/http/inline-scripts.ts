import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const names = ['theme.js', 'start.js']
const typeOf = (name: string) => (name === 'start.js' ? ' type="module"' : '')
const tagOf = (name: string) => `<script${typeOf(name)} src="/${name}"></script>`

export type InlineScripts = { put: (html: string) => string; sources: string[] }

/**
 * The scripts that a page runs first are inlined, because requesting them would cost a round trip. The content security
 * policy allows them by their hashes.
 */
export const readInlineScripts = async (folder: string): Promise<InlineScripts> => {
  const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => undefined)
  const scripts = await Promise.all(names.map(async (name) => ({ name, code: await read(name) })))
  const present = scripts.flatMap(({ name, code }) => (code ? [{ name, code }] : []))
  return {
    put: (html) =>
      present.reduce(
        (page, { name, code }) => page.replace(tagOf(name), () => `<script${typeOf(name)}>${code}</script>`),
        html,
      ),
    sources: present.map(({ code }) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`),
  }
}
