import { createReadStream } from 'node:fs'
import { openPartUploads } from '../../platform/files/part-uploads.ts'
import type { OpenArchive } from './read-archive.ts'

/** Uploads archives in parts. Only the server's user can read the files, because archives contain secrets. */
export const openArchiveUploads = (folder: string) => {
  const { pathOf, add, remove } = openPartUploads(folder, { isPrivate: true })
  return {
    add,
    remove,
    opener:
      (upload: string): OpenArchive =>
      async () =>
        createReadStream(pathOf(upload)),
  }
}
export type ArchiveUploads = ReturnType<typeof openArchiveUploads>
