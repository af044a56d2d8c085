import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { FileStore, S3Options } from './file-store.ts'

/** Any S3-compatible store. Path style, because few stores have a host name for each bucket. */
export const openS3Client = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): S3Client =>
  new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // Older stores do not support the SDK's default checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 },
  })

export const s3Store = (options: S3Options): FileStore => {
  const client = openS3Client(options)
  const { bucket } = options
  return {
    async put(name, bytes, mime) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: name, Body: bytes, ContentType: mime }))
    },

    async open(name, part) {
      try {
        const range = part && { Range: `bytes=${part.start}-${part.end}` }
        const command = new GetObjectCommand({ Bucket: bucket, Key: name, ...range })
        const { Body, ContentLength = 0 } = await client.send(command)
        return { stream: Body as Readable, bytes: ContentLength }
      } catch (error) {
        // Checks the status, because not every store names this error NoSuchKey.
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
        throw error
      }
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: name }))
    },
  }
}
