import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { localStore } from './local.ts'

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

/** S3 where it is configured, else a folder; the S3 client is loaded only when it is used. */
export const openStore = async ({
  dataFolder,
  s3,
}: {
  dataFolder: string
  s3?: S3Options | undefined
}): Promise<FileStore> => (s3 ? (await import('./s3.ts')).s3Store(s3) : localStore(join(dataFolder, 'files')))
