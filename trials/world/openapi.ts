import type { Api } from './api.ts'
import { hostileText, hostileValue } from './hostile.ts'
import type { KnownIds } from './known-ids.ts'
import type { Random } from './random.ts'

export type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  minItems?: number
  minimum?: number
  maximum?: number
}
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
export type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  content: Record<string, { schema: Schema }>
  /** Right that a signed-in caller needs; empty for calls that need no sign-in. */
  right: string
  /** Whether the reply is a stream, which ends only when the caller disconnects. */
  isStream: boolean
}

type Reference = { $ref: string }
type DocumentedSchema = Omit<Schema, 'type'> & { type?: string | string[] } & Partial<Reference>
type OpenApiDocument = {
  components: { schemas: Record<string, DocumentedSchema> }
  paths: Record<string, Record<string, DocumentedOperation>>
}
type DocumentedOperation = {
  'x-right'?: string
  parameters?: (Omit<Parameter, 'schema'> & { schema: DocumentedSchema })[]
  requestBody?: { content: Record<string, { schema: DocumentedSchema }> }
  responses: { 200: { content: Record<string, unknown> } }
}

/** Resolves the references of a schema. A list of types becomes a choice of schemas (`anyOf`). */
const inlined = (schema: DocumentedSchema, { components }: Pick<OpenApiDocument, 'components'>): Schema =>
  JSON.parse(JSON.stringify(schema), function (this: unknown, _key, value) {
    if (!value || typeof value !== 'object' || Array.isArray(value)) return value
    const { $ref, ...rest } = value as DocumentedSchema
    if ($ref) {
      const named = components.schemas[$ref.slice('#/components/schemas/'.length)] as DocumentedSchema
      return { ...inlined(named, { components }), ...rest }
    }
    if (!Array.isArray(rest.type)) return rest
    const { type, ...others } = rest
    return { ...others, anyOf: type.map((one) => ({ type: one })) }
  })

const operationsOf = ({ paths, components }: OpenApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses, 'x-right': right = '' }]) => ({
      method: method.toUpperCase(),
      path,
      parameters: parameters.map((one) => ({ ...one, schema: inlined(one.schema, { components }) })),
      content: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [
          type,
          { schema: inlined(schema, { components }) },
        ]),
      ),
      right,
      isStream: 'text/event-stream' in responses[200].content,
    })),
  )

export const readOperations = async (api: Api): Promise<Operation[]> =>
  operationsOf(await api.must(api.send('GET', '/openapi.json')))

const USUAL_TEXTS = [
  'Main gate',
  '[-122.42,37.77,1]',
  '{}',
  '[]',
  'true',
  'a long enough text',
  '2026-01-15',
  '0101',
  'en',
]

/**
 * A value of the schema's shape with some hostile parts. `ids`: ids that exist on the server. `badness`: probability of
 * a hostile part.
 */
export const mutatedValue = (schema: Schema, random: Random, ids: readonly string[], badness: number): unknown => {
  if (random.chance(badness)) return hostileValue(random)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices?.length) return mutatedValue(random.pick(choices), random, ids, badness)
  if (schema.enum?.length) return random.pick(schema.enum)
  if (schema.const !== undefined) return schema.const
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
          random.chance(schema.required?.includes(name) ? 0.98 : 0.3)
            ? [[name, mutatedValue(property, random, ids, badness)]]
            : [],
        ),
      )
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, random.below(4)) }, () =>
        mutatedValue(schema.items ?? {}, random, ids, badness),
      )
    case 'number':
    case 'integer': {
      const { minimum = 0, maximum = minimum + 999 } = schema
      return minimum + random.below(Math.min(maximum - minimum, 999) + 1)
    }
    case 'boolean':
      return random.chance(0.5)
    default:
      return schema.format === 'uuid' ? random.pick(ids) : random.pick(USUAL_TEXTS)
  }
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/**
 * Fills the parameters of a path. Hostile parameters may be anything that a URL can contain, including invalid escapes.
 */
export const filledPath = ({ path, parameters }: Operation, random: Random, ids: KnownIds, badness: number): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!random.chance(badness * 2)) return encodeURIComponent(ids.pick(random, path, name))
    const text = hostileText(random).slice(0, 2_000).toWellFormed()
    return random.chance(0.3) && /^[\x21-\x7e]*$/.test(text) ? text : encodeURIComponent(text)
  })
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(parameter.required ? 0.9 : 0.4))
    .map(({ name, schema }) => {
      const text = asText(mutatedValue(schema, random, ids.all, badness))
        .slice(0, 3_000)
        .toWellFormed()
      return `${name}=${encodeURIComponent(text)}`
    })
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}
