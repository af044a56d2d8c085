import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '#contract'

export type UploadPart = { upload: string; offset: number; bytes: number; part: Buffer }

const ENDING = '.upload'
/** An unfinished upload is deleted after this time. */
const FORGOTTEN_MS = 24 * 3_600_000

/** Files uploaded in parts to a folder. With `isPrivate` only the server's user can read them. */
export const openPartUploads = (folder: string, { isPrivate = false } = {}) => {
  const pathOf = (upload: string) => join(folder, `${upload}${ENDING}`)

  const removeForgotten = async () => {
    for (const name of (await readdir(folder)).filter((entry) => entry.endsWith(ENDING))) {
      const path = join(folder, name)
      const modified = (await lstat(path).catch(() => undefined))?.mtimeMs ?? Date.now()
      if (Date.now() - modified > FORGOTTEN_MS) await rm(path, { force: true })
    }
  }

  return {
    pathOf,
    /** Appends a part and returns whether the upload is complete. Rejects parts out of order, which would leave a gap. */
    async add({ upload, offset, bytes, part }: UploadPart): Promise<boolean> {
      await mkdir(folder, { recursive: true, ...(isPrivate && { mode: 0o700 }) })
      if (offset === 0) await removeForgotten()
      const file = await open(pathOf(upload), offset === 0 ? 'w' : 'r+', isPrivate ? 0o600 : undefined).catch(() => {
        throw new Problem('notFound')
      })
      try {
        if ((await file.stat()).size !== offset) throw new Problem('conflict')
        await file.write(part, 0, part.length, offset)
      } finally {
        await file.close()
      }
      return offset + part.length >= bytes
    },
    remove: (upload: string) => rm(pathOf(upload), { force: true }),
  }
}
