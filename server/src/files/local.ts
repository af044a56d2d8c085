import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './store.ts'

/** Files in a folder, spread over 256 subfolders by the start of their names. */
export const localStore = (folder: string): FileStore => {
  const pathOf = (name: string) => {
    if (!/^[\w-]+(\.[\w-]+)?$/.test(name)) throw new Error(`not a name for a file: ${name}`)
    return join(folder, name.slice(0, 2), name.slice(2))
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // A reader, or a copy made for a backup, never sees half a file.
      const unfinished = `${path}.${randomUUID()}`
      await writeFile(unfinished, bytes, { mode: 0o600 })
      await rename(unfinished, path)
    },

    async open(name) {
      const path = pathOf(name)
      const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      })
      return found && { stream: createReadStream(path), bytes: found.size }
    },

    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
  }
}
