import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore, S3Options } from './file-store.ts'

/** S3 where it is configured, else a folder; the S3 client is loaded only when it is used. */
export const openStore = async ({
  dataFolder,
  s3,
}: {
  dataFolder: string
  s3?: S3Options | undefined
}): Promise<FileStore> => (s3 ? (await import('./s3.ts')).s3Store(s3) : localStore(join(dataFolder, 'files')))

const HOUR_MS = 3_600_000

export const localStore = async (folder: string): Promise<FileStore> => {
  const unfinished = join(folder, 'unfinished')
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await removeLeftovers(unfinished)
  const pathOf = (name: string) => {
    if (!/^[\w-]{4,}(\.[\w-]+)?$/.test(name)) throw new Error(`not a name of a stored file: ${name}`)
    return join(folder, name.slice(0, 2), name.slice(2))
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      // Renamed into place, so that no reader and no backup sees half a file.
      const draft = join(unfinished, randomUUID())
      try {
        await writeFile(draft, bytes, { mode: 0o600 })
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },

    async open(name, part) {
      const file = await open(pathOf(name)).catch(unlessMissing)
      if (!file) return undefined
      if (part) return { stream: file.createReadStream(part), bytes: part.end - part.start + 1 }
      const { size } = await file.stat()
      return { stream: file.createReadStream(), bytes: size }
    },

    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
  }
}

/** Removes temporary files of a killed server: after an hour no server still writes them. */
const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const left = await stat(path).catch(unlessMissing)
    if (left && left.mtimeMs < Date.now() - HOUR_MS) await rm(path, { force: true })
  }
}

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
