import { open } from 'node:fs/promises'
import { StreetsError } from '../error.ts'
import { type ArchiveReader, type ByteSource, openReader } from './reader.ts'

type FileSource = ByteSource & { size: number; modified: Date; version: () => string; close: () => Promise<void> }

export const openFileSource = async (path: string): Promise<FileSource> => {
  const file = await open(path, 'r')
  const { size, mtime } = await file.stat()
  return {
    size,
    modified: mtime,
    version: () => `${size} ${mtime.toISOString()}`,
    close: () => file.close(),
    async read(offset, length) {
      // Checked before allocating, because the archive claims the length.
      if (offset + length > size) throw new StreetsError('cutShort')
      const bytes = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(bytes, 0, length, offset)
      if (bytesRead < length) throw new StreetsError('cutShort')
      return bytes
    },
  }
}

export type ArchiveFile = ArchiveReader & { size: number; modified: Date; close: () => Promise<void> }

export const openArchiveFile = async (path: string): Promise<ArchiveFile> => {
  const source = await openFileSource(path)
  const { size, modified, close } = source
  try {
    return { ...(await openReader(source)), size, modified, close }
  } catch (error) {
    await close()
    throw error
  }
}
