import type { z } from 'zod'
import {
  type Action,
  API_KEY_HEADER,
  actionsOf,
  allEndpoints,
  BASE_PATH,
  contract,
  type Endpoint,
  INGEST_KEY_HEADER,
  type Need,
  problems,
  TOKEN_PREFIX,
  type TokenScope,
  tokenScopes,
} from '#contract'
import { examples } from './openapi-examples.ts'
import { type Form, formOf } from './openapi-forms.ts'
import { type Place, placesOf } from './openapi-paths.ts'
import { describeSchemas, type Json } from './openapi-schemas.ts'
import { tagDescriptions } from './openapi-tags.ts'

export type Content = Record<string, { schema: Json; encoding?: Json; example?: unknown }>
export type Operation = {
  operationId: string
  tags: [feature: string]
  summary: string
  description: string
  'x-right'?: string
  security: Json[]
  parameters: Json[]
  requestBody?: { required: true; content: Content }
  responses: { 200: { description: string; content: Content }; default: Json }
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>

type Schemas = ReturnType<typeof describeSchemas>
type ObjectSchema = { properties?: Record<string, Json>; required?: string[] }

const queryOf = ({ requests }: Schemas, { query }: Endpoint): Json[] => {
  const { properties = {}, required = [] } = query ? (requests.whole(query) as ObjectSchema) : {}
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const bodyOf = (
  { requests }: Schemas,
  { name, endpoint, form }: Pick<Described, 'name' | 'endpoint' | 'form'>,
): Operation['requestBody'] => {
  const schema = form?.schema ?? endpoint.body ?? endpoint.signedBody
  if (!schema) return undefined
  const content = {
    schema: requests.byReference(schema),
    ...(form && Object.keys(form.encoding).length > 0 && { encoding: form.encoding }),
    ...(name in examples && { example: examples[name] }),
  }
  if (endpoint.signedBody)
    return { required: true, content: { 'application/json': content, 'application/x-www-form-urlencoded': content } }
  return { required: true, content: { [form ? 'multipart/form-data' : 'application/json']: content } }
}

const replyOf = ({ replies }: Schemas, { raw, reply, signedBody }: Endpoint): Content => {
  // Gateways sign their requests and read only the status of the reply.
  if (signedBody) return {}
  const schema = replies.byReference(reply)
  if (!raw) return { 'application/json': { schema } }
  const isText = /^(text|application\/(geo\+)?json)/.test(raw)
  return { [raw]: { schema: isText ? schema : { type: 'string', format: 'binary' } } }
}

const isRight = (needs: Need): needs is Action => !['open', 'link', 'ingestKey'].includes(needs)

const scopesOf = ({ needs, membersOnly }: Endpoint): TokenScope[] => {
  if (needs === 'ingestKey') return ['readings']
  if (membersOnly || !isRight(needs)) return []
  return tokenScopes.filter((scope) => actionsOf[scope].includes(needs))
}

const security = (endpoint: Endpoint): Json[] => [
  ...securityOfMembers(endpoint.needs),
  ...(scopesOf(endpoint).length > 0 ? [{ apiToken: [] }] : []),
]

const securityOfMembers = (needs: Need): Json[] => {
  if (needs === 'link') return []
  if (needs === 'open') return [{ apiKey: [] }]
  return needs === 'ingestKey' ? [{ ingestKey: [] }] : [{ apiKey: [], bearer: [] }]
}

const tokenText = (endpoint: Endpoint): string => {
  const scopes = scopesOf(endpoint)
  return scopes.length > 0 ? ` Or an API token with ${scopes.join(' or ')}.` : ''
}

const needsText = (needs: Need): string => {
  if (needs === 'link') return 'Needs nothing but its address.'
  if (needs === 'open') return 'Needs the API key.'
  return needs === 'ingestKey' ? 'Needs an ingest key.' : `Needs the API key, a token and the right ${needs}.`
}

/** `aoi.archive` → `aoiArchive` */
const operationId = (name: string): string => name.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase())

type Described = { name: string; endpoint: Endpoint; form: Form | undefined; place: Place }

const operationOf = (schemas: Schemas, { name, endpoint, form, place }: Described): Operation => {
  const requestBody = bodyOf(schemas, { name, endpoint, form })
  return {
    operationId: operationId(name),
    tags: [name.slice(0, name.indexOf('.'))],
    summary: endpoint.summary,
    description: needsText(endpoint.needs) + tokenText(endpoint),
    ...(isRight(endpoint.needs) && { 'x-right': endpoint.needs }),
    security: security(endpoint),
    parameters: [...place.parametersOf(endpoint), ...queryOf(schemas, endpoint)],
    ...(requestBody && { requestBody }),
    responses: {
      200: { description: 'Done', content: replyOf(schemas, endpoint) },
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
  const forms = new Map(endpoints.filter(({ files }) => files).map((endpoint) => [endpoint, formOf(endpoint)]))
  const schemas = describeSchemas(
    present(endpoints.flatMap((one) => [one.params, one.query, forms.get(one)?.schema ?? one.body])),
    endpoints.map(({ reply }) => reply),
    new Map([...forms].flatMap(([{ body }, { schema }]) => (body ? [[body, schema]] : []))),
  )
  const names = new Map(allEndpoints.map(({ name, endpoint }) => [endpoint, name]))
  const parameterOf = ({ params }: Endpoint, name: string) =>
    params && (schemas.requests.whole(params) as ObjectSchema).properties?.[name]
  const paths = Object.fromEntries(
    placesOf(endpoints, parameterOf).map((place) => [
      place.path,
      Object.fromEntries(
        place.endpoints.map((endpoint) => [
          endpoint.method.toLowerCase(),
          operationOf(schemas, { name: names.get(endpoint) ?? '', endpoint, form: forms.get(endpoint), place }),
        ]),
      ),
    ]),
  )
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
    tags: Object.keys(contract).map((name) => ({ name, description: tagDescriptions[name as keyof typeof contract] })),
    paths: settled.paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
        bearer: { type: 'http', scheme: 'bearer' },
        apiToken: { type: 'http', scheme: 'bearer', description: `An API token of a service, ${TOKEN_PREFIX}…` },
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
