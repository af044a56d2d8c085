import type {} from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Endpoint, IMAGE_MAX_BYTES, Problem } from '#contract'
import { holdsJson } from './openapi-forms.ts'
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

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * The text of a part that holds JSON. Generated clients send a list as one part for each item, as OpenAPI says; others
 * send one part with the whole list. The schema accepts only one of the two readings.
 */
const jsonTextOf = (schema: z.ZodType, texts: readonly [string, ...string[]]): string => {
  const [whole] = texts
  if (texts.length === 1 && schema.safeParse(whole).success) return whole
  const lists = [texts.map(parsed), texts].map((list) => JSON.stringify(list))
  return lists.find((list) => schema.safeParse(list).success) ?? whole
}

/** The value of each text part. If several plain parts have one name, the last counts. */
const bodyOf = ({ body }: Endpoint, texts: ReadonlyMap<string, [string, ...string[]]>): Record<string, string> => {
  const shape: Record<string, z.ZodType> = body instanceof z.ZodObject ? body.shape : {}
  return Object.fromEntries(
    [...texts].map(([name, values]) => {
      const schema = shape[name]
      return [name, schema && holdsJson(schema) ? jsonTextOf(schema, values) : (values.at(-1) ?? '')]
    }),
  )
}

/**
 * Text parts by name, and the files of the endpoint; other files are rejected with their name. The parser throws plain
 * errors for unreadable forms, which become `invalidMultipart`.
 */
export const readMultipart = async (request: FastifyRequest, endpoint: Endpoint) => {
  if (!request.isMultipart()) throw new Problem('unsupportedMediaType')
  return readParts(request, endpoint).catch((error: unknown) => {
    const problem = asProblem(error)
    throw problem.statusCode < 500 ? problem : new Problem('invalidMultipart', { cause: error })
  })
}

const readParts = async (request: FastifyRequest, endpoint: Endpoint) => {
  const texts = new Map<string, [string, ...string[]]>()
  const add = (name: string, text: string) => {
    const earlier = texts.get(name)
    if (earlier) earlier.push(text)
    else texts.set(name, [text])
  }
  const files: Record<string, UploadedFile> = {}
  const limits = { ...multipartLimits, fileSize: endpoint.maxFileBytes ?? multipartLimits.fileSize }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new Problem('invalid', { fields: { [part.fieldname]: 'form.tooLong' } })
      // The parser has already parsed a part that is declared as JSON.
      add(part.fieldname, typeof part.value === 'string' ? part.value : JSON.stringify(part.value))
      continue
    }
    if (!endpoint.files?.includes(part.fieldname) && part.mimetype === 'application/json') {
      const json = await part.toBuffer()
      if (json.length > limits.fieldSize) throw new Problem('invalid', { fields: { [part.fieldname]: 'form.tooLong' } })
      add(part.fieldname, json.toString())
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
  return { body: bodyOf(endpoint, texts), files }
}
