import type { Readable } from 'node:stream'

export type Part = { start: number; end: number }

/** Where bytes are kept, by a name that says nothing. */
export type FileStore = {
  put(name: string, bytes: Uint8Array, mime: string): Promise<void>
  /** Undefined when there is none of that name. `part`: from byte to byte, both included; `bytes` is of what is sent. */
  open(name: string, part?: Part): Promise<{ stream: Readable; bytes: number } | undefined>
  /** Removing what is not there is fine. */
  remove(name: string): Promise<void>
}

export type S3Options = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}
