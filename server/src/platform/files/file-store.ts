import type { Readable } from 'node:stream'

export type Part = { start: number; end: number }

export type FileStore = {
  put(name: string, bytes: Uint8Array, mime: string): Promise<void>
  /** Undefined if the file is missing. `part`: range of bytes, both ends included; `bytes`: length of the stream. */
  open(name: string, part?: Part): Promise<{ stream: Readable; bytes: number } | undefined>
  remove(name: string): Promise<void>
}

export type S3Options = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}
