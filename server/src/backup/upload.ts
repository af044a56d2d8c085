import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '#contract'
import type { OpenArchive } from './read-archive.ts'

export type UploadPart = { upload: string; offset: number; bytes: number; part: Buffer }

const ENDING = '.upload'
/** An upload that nobody went on with. */
const FORGOTTEN_MS = 24 * 3_600_000

/** Archives that come in parts, straight to the disk. They hold secrets: only the server's user can read them. */
export const openArchiveUploads = (folder: string) => {
  const pathOf = (upload: string) => join(folder, `${upload}${ENDING}`)

  const removeForgotten = async () => {
    for (const name of (await readdir(folder)).filter((entry) => entry.endsWith(ENDING))) {
      const modified = (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? Date.now()
      if (Date.now() - modified > FORGOTTEN_MS) await rm(join(folder, name), { force: true })
    }
  }

  return {
    /** Whether the upload is complete with this part. Parts come in order: a gap would be a hole in the file. */
    async add({ upload, offset, bytes, part }: UploadPart): Promise<boolean> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if (offset === 0) await removeForgotten()
      const file = await open(pathOf(upload), offset === 0 ? 'w' : 'r+', 0o600).catch(() => {
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
    opener:
      (upload: string): OpenArchive =>
      async () =>
        createReadStream(pathOf(upload)),
    remove: (upload: string) => rm(pathOf(upload), { force: true }),
  }
}
export type ArchiveUploads = ReturnType<typeof openArchiveUploads>
