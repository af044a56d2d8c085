import { PassThrough, type Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { BACKUP_NAME } from '#contract'
import type { S3Options } from '../../platform/files/file-store.ts'
import { openS3Client } from '../../platform/files/s3.ts'
import type { BackupPlace, StoredBackup } from './backup-place.ts'

/** Backups in an S3 bucket. An object appears when its upload is complete. Parts of a failed upload are removed. */
export function s3Place(options: S3Options, prefix: string): BackupPlace {
  const { bucket } = options
  const client = openS3Client(options)
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  return {
    address: `s3://${prefix ? `${bucket}/${prefix}` : bucket}`,
    list: () => listBackups(client, bucket, prefix ? `${prefix}/` : ''),
    async write(name, fill) {
      const sink = new PassThrough()
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: keyOf(name), Body: sink, ContentType: 'application/zstd' },
        // 10,000 parts at most: up to 160 GB.
        partSize: 16 * 2 ** 20,
        queueSize: 2,
      })
      const uploading = upload.done()
      // `uploading` is awaited below; until then this handler keeps a failure from being unhandled.
      uploading.catch((error) => sink.destroy(error))
      try {
        const result = await fill(sink)
        await uploading
        return result
      } catch (error) {
        await upload.abort().catch(() => {})
        throw error
      }
    },
    async open(name) {
      try {
        const { Body, ContentLength = 0 } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: keyOf(name) }),
        )
        return { stream: Body as Readable, bytes: ContentLength }
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
        throw error
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) }))
    },
  }
}

async function listBackups(client: S3Client, bucket: string, prefix: string): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = []
  let token: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: token }),
    )
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const name = Key.slice(prefix.length)
      if (BACKUP_NAME.test(name)) backups.push({ name, bytes: Size, modifiedAt: LastModified })
    }
    token = page.NextContinuationToken
  } while (token)
  return backups
}
