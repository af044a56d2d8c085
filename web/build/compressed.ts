import { readdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Fonts and pictures are compressed already. Files within one packet gain nothing. */
const isText = (name: string) => /\.(m?js|css|json|svg)$/.test(name)
const PACKET_BYTES = 1400

const kinds = [
  // Brotli 9, because the highest levels take ten times as long and save 3 %.
  [
    '.br',
    (text: Buffer) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ] as const,
  ['.gz', (text: Buffer) => promisify(gzip)(text, { level: 9 })] as const,
]

export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  enforce: 'post',
  async writeBundle({ dir = '' }) {
    const names = (await readdir(dir, { recursive: true })).filter(isText)
    await Promise.all(
      names.map(async (name) => {
        const file = resolve(dir, name)
        const text = await readFile(file)
        if (text.length <= PACKET_BYTES) return
        await Promise.all(kinds.map(async ([ending, compress]) => writeFile(file + ending, await compress(text))))
      }),
    )
  },
})
