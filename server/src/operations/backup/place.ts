import { basename, dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { S3Options } from '../../platform/files/file-store.ts'
import type { BackupPlace } from './backup-place.ts'
import { folderPlace } from './folder-place.ts'
import { ArchiveProblem } from './format.ts'

export type BackupS3 = Omit<S3Options, 'bucket'>

export async function openPlace(address: string, s3: BackupS3 | undefined): Promise<BackupPlace> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? []
  if (!bucket) return folderPlace(resolve(address))
  if (!s3)
    throw new ArchiveProblem(
      `To use ${address}, set COHESION_BACKUP_S3_ENDPOINT and the other COHESION_BACKUP_S3_… variables`,
    )
  const { s3Place } = await import('./s3-place.ts')
  return s3Place({ ...s3, bucket }, prefix.replace(/\/+$/, ''))
}

export async function openBackup(address: string, s3: BackupS3 | undefined) {
  const at = address.startsWith('s3://') ? address.lastIndexOf('/') : -1
  const [folder, name] = at > 0 ? [address.slice(0, at), address.slice(at + 1)] : [dirname(address), basename(address)]
  const place = await openPlace(folder, s3)
  return async (): Promise<Readable> => {
    const stored = await place.open(name)
    if (!stored) throw new ArchiveProblem(`The backup ${address} does not exist`)
    return stored.stream
  }
}
