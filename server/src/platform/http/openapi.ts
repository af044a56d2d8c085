import { z } from 'zod'
import { API_KEY_HEADER, allEndpoints, BASE_PATH, type Endpoint, problems } from '#contract'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as Json
  return json
}

const parametersOf = (endpoint: Endpoint): Json[] =>
  (['params', 'query'] as const).flatMap((place) => {
    const schema = endpoint[place]
    if (!schema) return []
    const json = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(json.properties ?? {}).map(([name, property]) => ({
      name,
      in: place === 'params' ? 'path' : 'query',
      required: place === 'params' || (json.required?.includes(name) ?? false),
      schema: property,
    }))
  })

const bodyOf = (endpoint: Endpoint): Json | undefined => {
  if (!endpoint.body && !endpoint.files) return undefined
  const json = endpoint.body ? schemaOf(endpoint.body, 'input') : { type: 'object', properties: {} }
  if (!endpoint.files) return { required: true, content: { 'application/json': { schema: json } } }
  const files = Object.fromEntries(endpoint.files.map((name) => [name, { type: 'string', format: 'binary' }]))
  const properties = { ...(json.properties as Json), ...files }
  return { required: true, content: { 'multipart/form-data': { schema: { ...json, properties } } } }
}

const security: Record<string, Json[]> = { open: [{ apiKey: [] }], link: [] }

const operationOf = (name: string, endpoint: Endpoint): Json => ({
  operationId: name,
  tags: [name.split('.')[0]],
  summary: endpoint.summary,
  ...(endpoint.needs !== 'open' && endpoint.needs !== 'link' && { 'x-right': endpoint.needs }),
  security: security[endpoint.needs] ?? [{ apiKey: [], bearer: [] }],
  parameters: parametersOf(endpoint),
  ...(bodyOf(endpoint) && { requestBody: bodyOf(endpoint) }),
  responses: {
    200: {
      description: 'Done',
      content: { [endpoint.raw ?? 'application/json']: { schema: schemaOf(endpoint.reply, 'output') } },
    },
    default: { $ref: '#/components/responses/Problem' },
  },
})

const problemSchema = {
  type: 'object',
  required: ['statusCode', 'error', 'message', 'code'],
  properties: {
    statusCode: { type: 'integer' },
    error: { type: 'string' },
    message: { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    code: { type: 'string', enum: Object.keys(problems) },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

export const openApiDocument = (version: string): Json => {
  const paths: Record<string, Json> = {}
  for (const { name, endpoint } of allEndpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Cohesion', version },
    servers: [{ url: BASE_PATH }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      responses: {
        Problem: { description: 'Refused or failed', content: { 'application/json': { schema: problemSchema } } },
      },
    },
  }
}
