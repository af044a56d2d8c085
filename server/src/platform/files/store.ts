import { join } from 'node:path'
import type { FileStore, S3Options } from './file-store.ts'
import { localStore } from './local.ts'

/** S3 where it is configured, else a folder; the S3 client is loaded only when it is used. */
export const openStore = async ({
  dataFolder,
  s3,
}: {
  dataFolder: string
  s3?: S3Options | undefined
}): Promise<FileStore> => (s3 ? (await import('./s3.ts')).s3Store(s3) : localStore(join(dataFolder, 'files')))
