import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { type Endpoint, IMAGE_MAX_BYTES, Problem } from '#contract'
import { asProblem } from './problems.ts'
import type { UploadedFile } from './serve.ts'

export const multipartLimits = {
  fileSize: IMAGE_MAX_BYTES,
  files: 4,
  fields: 60,
  fieldSize: 200_000,
  parts: 64,
  headerPairs: 50,
}

/**
 * Text parts by name, and the files that the endpoint knows; another file part is refused by its name. The parser
 * throws plain errors for unreadable forms, which are the sender's fault.
 */
export const readMultipart = async (request: FastifyRequest, endpoint: Endpoint) => {
  if (!request.isMultipart()) throw new Problem('unsupportedMediaType')
  return readParts(request, endpoint).catch((error: unknown) => {
    const problem = asProblem(error)
    throw problem.statusCode < 500 ? problem : new Problem('invalidMultipart', { cause: error })
  })
}

const readParts = async (request: FastifyRequest, endpoint: Endpoint) => {
  const body: Record<string, string> = {}
  const files: Record<string, UploadedFile> = {}
  const limits = { ...multipartLimits, fileSize: endpoint.maxFileBytes ?? multipartLimits.fileSize }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new Problem('invalid', { fields: { [part.fieldname]: 'form.tooLong' } })
      // The parser has read the part if it is declared as JSON.
      body[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
      continue
    }
    if (!endpoint.files?.includes(part.fieldname) && part.mimetype === 'application/json') {
      const json = await part.toBuffer()
      if (json.length > limits.fieldSize) throw new Problem('invalid', { fields: { [part.fieldname]: 'form.tooLong' } })
      body[part.fieldname] = json.toString()
      continue
    }
    if (!endpoint.files?.includes(part.fieldname)) {
      part.file.resume()
      throw new Problem('invalid', { fields: { [part.fieldname]: 'form.invalid' } })
    }
    const bytes = await part.toBuffer().catch((error: { code?: string }) => {
      if (error.code !== 'FST_REQ_FILE_TOO_LARGE') throw error
      throw endpoint.maxFileBytes
        ? new Problem('mediaSize')
        : new Problem('fileSize', { fields: { [part.fieldname]: 'form.fileSize' } })
    })
    // A browser sends an empty part for an unused file input.
    if (bytes.length > 0) files[part.fieldname] = { bytes, name: part.filename }
  }
  return { body, files }
}
