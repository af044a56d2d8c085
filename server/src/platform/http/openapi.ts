import type { z } from 'zod'
import {
  API_KEY_HEADER,
  allEndpoints,
  BASE_PATH,
  contract,
  type Endpoint,
  INGEST_KEY_HEADER,
  type Need,
  problems,
} from '#contract'
import { describeSchemas, type Json } from './openapi-schemas.ts'

export type Content = Record<string, { schema: Json }>
export type Operation = {
  operationId: string
  tags: [feature: string]
  summary: string
  description: string
  'x-right'?: string
  security: Json[]
  parameters: Json[]
  requestBody?: { required: true; content: Content }
  responses: { 200: { description: string; content: Content }; '4XX': Json; default: Json }
}
type Paths = Record<string, Record<string, Operation>>
export type OpenApiDocument = ReturnType<typeof openApiDocument>

type Schemas = ReturnType<typeof describeSchemas>

const parametersOf = ({ requests }: Schemas, endpoint: Endpoint): Json[] =>
  (['params', 'query'] as const).flatMap((place) => {
    const schema = endpoint[place]
    if (!schema) return []
    const json = requests.whole(schema) as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: place === 'params' ? 'path' : 'query',
      required: place === 'params' || (json.required?.includes(name) ?? false),
      schema: property,
    }))
  })

const bodyOf = ({ requests }: Schemas, { body, files }: Endpoint): Operation['requestBody'] => {
  if (!files) return body && { required: true, content: { 'application/json': { schema: requests.byReference(body) } } }
  const json = body ? requests.whole(body) : { type: 'object' }
  const parts = Object.fromEntries(files.map((name) => [name, { type: 'string', format: 'binary' }]))
  const properties = { ...(json.properties as Json), ...parts }
  return { required: true, content: { 'multipart/form-data': { schema: { ...json, properties } } } }
}

const replyOf = ({ replies }: Schemas, { raw, reply }: Endpoint): Content => {
  const schema = replies.byReference(reply)
  if (!raw) return { 'application/json': { schema } }
  const isText = /^(text|application\/json)/.test(raw)
  return { [raw]: { schema: isText ? schema : { type: 'string', format: 'binary' } } }
}

const isRight = (needs: Need): boolean => !['open', 'link', 'ingestKey'].includes(needs)

const security = (needs: Need): Json[] => {
  if (needs === 'link') return []
  if (needs === 'open') return [{ apiKey: [] }]
  return needs === 'ingestKey' ? [{ ingestKey: [] }] : [{ apiKey: [], bearer: [] }]
}

const needsText = (needs: Need): string => {
  if (needs === 'link') return 'Needs nothing but its address.'
  if (needs === 'open') return 'Needs the API key.'
  return needs === 'ingestKey' ? 'Needs an ingest key.' : `Needs the API key, a token and the right ${needs}.`
}

/** `aoi.archive` → `aoiArchive` */
const operationId = (name: string): string => name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())

const operationOf = (schemas: Schemas, name: string, endpoint: Endpoint): Operation => {
  const requestBody = bodyOf(schemas, endpoint)
  return {
    operationId: operationId(name),
    tags: [name.slice(0, name.indexOf('.'))],
    summary: endpoint.summary,
    description: needsText(endpoint.needs),
    ...(isRight(endpoint.needs) && { 'x-right': endpoint.needs }),
    security: security(endpoint.needs),
    parameters: parametersOf(schemas, endpoint),
    ...(requestBody && { requestBody }),
    responses: {
      200: { description: 'Done', content: replyOf(schemas, endpoint) },
      '4XX': { $ref: '#/components/responses/Problem' },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

const problemBody = {
  type: 'object',
  required: ['statusCode', 'error', 'message', 'code'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string' },
    message: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    code: { type: 'string', enum: Object.keys(problems) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
    usedBy: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind', 'name'],
        properties: {
          kind: { type: 'string' },
          name: { type: 'string' },
          translations: { $ref: '#/components/schemas/Translations' },
        },
      },
    },
    requestId: { type: 'string' },
  },
}

const present = (schemas: (z.ZodType | undefined)[]): z.ZodType[] => schemas.filter((schema) => schema !== undefined)

export const openApiDocument = (version: string) => {
  const endpoints = allEndpoints.map(({ endpoint }) => endpoint)
  const schemas = describeSchemas(
    present(endpoints.flatMap(({ params, query, body }) => [params, query, body])),
    endpoints.map(({ reply }) => reply),
  )
  const paths: Paths = {}
  for (const { name, endpoint } of allEndpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(schemas, name, endpoint) }
  }
  const settled = schemas.settle(paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cohesion',
      version,
      description: 'Events, activities and sensor areas of an organisation and of the public, on a map.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: BASE_PATH }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths: settled.paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
        bearer: { type: 'http', scheme: 'bearer' },
        ingestKey: { type: 'apiKey', in: 'header', name: INGEST_KEY_HEADER },
      },
      responses: {
        Problem: {
          description: 'Refused or failed',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ProblemBody' } } },
        },
      },
      schemas: { ...settled.schemas, ProblemBody: problemBody } as Record<string, Json>,
    },
  }
}
