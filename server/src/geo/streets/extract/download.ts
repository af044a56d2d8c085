import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import { Compression, type Header } from 'pmtiles'
import { checkTile } from '../archive/check.ts'
import type { Range } from '../archive/ranges.ts'
import type { ByteSource } from '../archive/reader.ts'
import { StreetsError } from '../error.ts'
import type { ExtractPlan } from './plan.ts'
import { type Note, readNote, removePart, writeNote } from './unfinished.ts'

const AT_ONCE = 4
/** A note is saved after this many bytes, so an interruption loses at most these and the bytes in flight. */
const NOTE_BYTES = 16_000_000
const MAX_UNPACKED_BYTES = 50_000_000

const unzip = promisify(gunzip)

type Download = {
  source: ByteSource
  header: Header
  plan: Pick<ExtractPlan, 'contents' | 'ranges' | 'fetchBytes'>
  head: Buffer
  part: string
  /** Version of the source; an unfinished file of another version starts again. */
  version: string
  /** Stored in the note of the unfinished file, so that the download can resume later. */
  origin: Pick<Note, 'order' | 'source'>
  onProgress?: ((bytes: number) => void) | undefined
  signal?: AbortSignal | undefined
}

const openPart = async (part: string, key: string, head: Buffer): Promise<{ file: FileHandle; done: Set<number> }> => {
  const note = await readNote(part)
  if (note?.key === key) {
    try {
      return { file: await open(part, 'r+'), done: new Set(note.done) }
    } catch {
      // The file is missing, so its note is useless.
    }
  }
  await removePart(part)
  const file = await open(part, 'w+')
  await file.write(head, 0, head.length, 0)
  return { file, done: new Set() }
}

/**
 * Tiles up to this size are unpacked on the main thread, because the thread pool takes longer for them and keeps more
 * memory.
 */
const USUAL_BYTES = 1_000_000

const unpackTile = async (bytes: Buffer): Promise<Buffer> => {
  try {
    return gunzipSync(bytes, { maxOutputLength: USUAL_BYTES })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    return unzip(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })
  }
}

/** Validates a tile, because wrong lengths would cut tiles apart. */
const checkStored = async (bytes: Buffer, { tileCompression, tileType }: Header) => {
  if (tileCompression !== Compression.Gzip) return checkTile(bytes, tileType)
  const unpacked = await unpackTile(bytes).catch((cause: { code?: string }) => {
    throw new StreetsError(cause.code === 'ERR_BUFFER_TOO_LARGE' ? 'tooLarge' : 'broken', cause)
  })
  checkTile(unpacked, tileType)
}

/** Fetches the tiles of a plan into `part`, several ranges at once. Skips tiles that are already there. */
export const downloadTiles = async (download: Download): Promise<void> => {
  const { source, header, plan, head, part, version, origin, onProgress, signal } = download
  const { contents, ranges } = plan
  const key = createHash('sha256').update(version).update(head).digest('hex')
  const { file, done } = await openPart(part, key, head)
  let bytes = 0
  let unnoted = 0
  for (const index of done) bytes += ranges[index]?.length ?? 0
  onProgress?.(bytes)

  let noting = Promise.resolve()
  /** Saves notes one after another, because several ranges may finish at the same time. */
  const note = () => {
    unnoted = 0
    noting = noting.then(saveNote)
    return noting
  }
  const saveNote = async () => {
    const now: Note = { key, done: [...done], ...origin, bytes: plan.fetchBytes, doneBytes: bytes }
    // The file is synced before the note is written, so that the note never claims bytes that the disk lacks.
    await file.datasync()
    await writeNote(part, now)
  }

  const fetchRange = async ({ from, length, first, last }: Range) => {
    const read = await source.read((header.tileDataOffset ?? 0) + from, length, signal)
    const begin = contents[first]?.to ?? 0
    let packed = 0
    for (const content of contents.slice(first, last + 1)) {
      const start = content.from - from
      const end = content.from - from + content.length
      await checkStored(read.subarray(start, end), header)
      // Moves tiles over the gaps in place; a copy would double the memory.
      read.copyWithin(packed, start, end)
      packed += content.length
    }
    await file.write(read, 0, packed, head.length + begin)
  }

  const queue = ranges.keys().filter((index) => !done.has(index))
  const work = async () => {
    for (const index of queue) {
      if (signal?.aborted) throw new StreetsError('cancelled')
      const range = ranges[index] as Range
      await fetchRange(range)
      done.add(index)
      bytes += range.length
      unnoted += range.length
      onProgress?.(bytes)
      if (unnoted >= NOTE_BYTES) await note()
    }
  }
  try {
    // The first note is saved at the start, in case the process is killed before the first bytes arrive.
    await note()
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
    await note()
    const failed = ended.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  } finally {
    await file.close()
  }
}
