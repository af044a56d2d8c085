import { open } from 'node:fs/promises'
import { ArchiveError } from './error.ts'
import { type ArchiveReader, type ByteSource, openReader } from './reader.ts'

export type ArchiveFile = ArchiveReader & { size: number; modified: Date; close: () => Promise<void> }

/** An archive on disk. It stays readable until it is closed, also when another file takes its name. */
export const openArchiveFile = async (path: string): Promise<ArchiveFile> => {
  const file = await open(path, 'r')
  try {
    const { size, mtime } = await file.stat()
    const source: ByteSource = {
      async read(offset, length) {
        // Checked before the memory is taken: the length is the archive's own claim.
        if (offset + length > size) throw new ArchiveError('cutShort')
        const bytes = Buffer.allocUnsafe(length)
        const { bytesRead } = await file.read(bytes, 0, length, offset)
        if (bytesRead < length) throw new ArchiveError('cutShort')
        return bytes
      },
    }
    return { ...(await openReader(source)), size, modified: mtime, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}
