import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const source = resolve(import.meta.dirname, '../src/app/sw.ts')

/**
 * Detailed squares of the world and fonts of other scripts: not precached, but cached after use or with a saved map.
 */
const isSeldom = (file: string) =>
  (file.startsWith('assets/data/') && !/\/(world|places)\.json$/.test(file)) ||
  /noto-sans|-(arabic|cyrillic)/.test(file)
const isKept = (file: string) => file.startsWith('assets/') && !isSeldom(file)

/** Files without a content hash in their name. */
const fixed = ['/cohesion.svg', '/theme.js', '/manifest.webmanifest', '/icons/icon-192.png', '/icons/badge-96.png']

/**
 * Writes `/sw.js` with the list of files to cache. Its version is a hash of their names. The names contain content
 * hashes, so browsers see a new worker exactly if a file changed.
 */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  buildStart() {
    this.addWatchFile(source)
  },
  generateBundle(_options, bundle) {
    const files = [
      ...Object.keys(bundle)
        .filter(isKept)
        .map((file) => `/${file}`)
        .sort(),
      ...fixed,
    ]
    const code = stripTypeScriptTypes(readFileSync(source, 'utf8')).replace(/^export \{\}$/m, '')
    const version = createHash('sha256').update(code).update(files.join()).digest('hex').slice(0, 12)
    const head = `const FILES = ${JSON.stringify(files)}\nconst VERSION = '${version}'\n`
    this.emitFile({ type: 'asset', fileName: 'sw.js', source: head + code })
  },
})
