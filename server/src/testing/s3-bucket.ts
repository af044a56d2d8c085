import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type StoredObject = { bytes: Buffer; mime: string | undefined; authorization: string | undefined }

const xmlOf = (objects: Map<string, StoredObject>, bucket: string): string => {
  const prefix = `${bucket}/`
  const contents = [...objects]
    .filter(([path]) => path.startsWith(prefix))
    .map(
      ([path, { bytes }]) =>
        `<Contents><Key>${path.slice(prefix.length)}</Key><Size>${bytes.length}</Size><LastModified>2026-11-16T02:00:00.000Z</LastModified></Contents>`,
    )
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`
}

/**
 * An S3 service on loopback with the operations that Cohesion uses: put, get, delete, list and uploads in parts. The keys
 * of `objects` are bucket and key ("cohesion/token"). Stops after the test file.
 */
export const startS3 = async () => {
  const objects = new Map<string, StoredObject>()
  const parts = new Map<number, Buffer>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
    const path = pathname.slice(1)
    const { 'content-type': mime, authorization } = request.headers
    const bytes = await buffer(request)
    const answerXml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text)
    if (searchParams.has('list-type')) return answerXml(xmlOf(objects, path.replace(/\/$/, '')))
    if (searchParams.has('uploads'))
      return answerXml('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>')
    if (searchParams.has('partNumber')) {
      parts.set(Number(searchParams.get('partNumber')), bytes)
      return response.writeHead(200, { etag: '"part"' }).end()
    }
    if (request.method === 'POST') {
      const whole = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
      parts.clear()
      objects.set(path, { bytes: whole, mime, authorization })
      return answerXml('<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
    }
    if (request.method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    if (request.method === 'PUT') {
      objects.set(path, { bytes, mime, authorization })
      return response.writeHead(200, { etag: '"one"' }).end()
    }
    const object = objects.get(path)
    return object
      ? response.writeHead(200, { 'content-length': object.bytes.length }).end(object.bytes)
      : response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { objects, credentials: { endpoint, region: 'eu-1', accessKeyId: 'id', secretAccessKey: 'secret' } }
}
