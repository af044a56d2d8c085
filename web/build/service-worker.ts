import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const source = resolve(import.meta.dirname, '../src/app/sw.ts')

/** Cached only after use or with a saved map: detailed parts of the world and fonts of other languages. */
const isSeldom = (file: string) =>
  (file.startsWith('assets/data/') && !/\/(world|places)\.json$/.test(file)) ||
  /noto-sans|-(arabic|cyrillic)/.test(file)
const isKept = (file: string) => file.startsWith('assets/') && !isSeldom(file)

/** Files whose names do not change between builds. */
const fixed = ['/cohesion.svg', '/theme.js', '/manifest.webmanifest', '/icons/icon-192.png', '/icons/badge-96.png']

/**
 * Writes `/sw.js` with the files to cache. Its version is a hash of their names, which contain content hashes, so
 * browsers see a new worker exactly when something changed.
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
