import type { Api } from './api.ts'
import type { Operation, Schema } from './openapi.ts'

/** Names of fields that the server parses or looks up, and of secrets, which no page shows. */
const NO_TEXTS = new Set(
  [
    'coordinates creationTime datetime forSensors groups homeArea isAnonymous isPublic localMaps plannedTime',
    'position publicActions radiusMetres region regions removeImage removeLogo requiresSecondFactor restricted',
    'sendNotification sensors startCoordinates startTime takesSensorsInside time timeZone until colours',
    'code currentPassword newPassword passphrase password ticket token website auth p256dh origins',
    'styleUrl geocoderUrl serverName defaultMetrics',
  ].flatMap((line) => line.split(' ')),
)

/** Calls whose texts the server compares or looks up and never shows, and calls to a server that has no service yet. */
const NOT_STORED = [
  /^POST \/aoi-type\/suggest$/,
  /^POST \/auth\//,
  /^POST \/backups\//,
  /^POST \/cover\/words/,
  /^POST \/export/,
  /^POST \/public-board\//,
  /^POST \/public-actions\/check-url$/,
  /^POST \/rules\/try$/,
  /^POST \/service\/check-map$/,
  /^POST \/setup/,
  /^POST \/twin\/similar$/,
  /^POST \/user\/email$/,
]

/** Fields whose texts the server compares with stored ones and never shows. */
const COMPARED = /^(sameAs|differsFrom)\b/

/** Paths of a body's text fields, such as `fields.[].name`. */
const fieldsOf = (schema: Schema & { additionalProperties?: unknown; pattern?: string }, path: string[]): string[] => {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  if (choices.length > 0) return choices.flatMap((choice) => fieldsOf(choice, path))
  if (schema.type === 'array') return fieldsOf(schema.items ?? {}, [...path, '[]'])
  if (schema.type === 'object') {
    const own = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, [...path, name]))
    const { additionalProperties: any } = schema
    return any && typeof any === 'object' ? [...own, ...fieldsOf(any as Schema, [...path, '*'])] : own
  }
  const isText =
    schema.type === 'string' && !schema.enum && schema.const === undefined && !schema.format && !schema.pattern
  return isText ? [path.join('.')] : []
}

/** Last key of a path: `regions` of `regions.[]`, `name` of `regions.[].name`. */
const lastName = (field: string): string =>
  field
    .split('.')
    .filter((part) => part !== '[]')
    .at(-1) ?? ''

/** Paths of all texts in a value that contain `mark`. */
const marked = (value: unknown, mark: string, path: string[]): string[] => {
  if (typeof value === 'string') return value.includes(mark) ? [path.join('.')] : []
  if (Array.isArray(value)) return value.flatMap((one) => marked(one, mark, [...path, '[]']))
  if (!value || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, one]) => marked(one, mark, [...path, name]))
}

/** The value of a form part, whose text may be JSON. */
const heldBy = (part: unknown): unknown => {
  if (typeof part !== 'string' || !/^[[{]/.test(part)) return part
  try {
    return JSON.parse(part)
  } catch {
    return part
  }
}

/** Returns an API client that records the calls and fields in which it sends `mark`. */
export const noteTexts = (api: Api, mark: string) => {
  const sent = new Set<string>()
  const note = (method: string, path: string, body: unknown) => {
    const value =
      body instanceof FormData ? Object.fromEntries([...body].map(([name, part]) => [name, heldBy(part)])) : body
    for (const field of marked(value, mark, [])) sent.add(`${method} ${path.split('?')[0]} ${field}`)
  }
  const noting: Api = {
    ...api,
    send: (method, path, options) => {
      note(method, path, options?.body)
      return api.send(method, path, options)
    },
  }
  /**
   * Text fields of these calls that were never sent with `mark`. A field of a PATCH is covered by the same field of the
   * POST that creates the object.
   */
  const missing = (operations: readonly Operation[]): string[] => {
    const has = ({ method, path }: Pick<Operation, 'method' | 'path'>, field: string) => {
      const pattern = `${method} ${path}`.replace(/\{\w+\}/g, '[^/ ]+')
      const name = field.replaceAll('.', '\\.').replaceAll('[]', '\\[\\]').replaceAll('*', '[^. ]+')
      const expression = new RegExp(`^${pattern} ${name}$`)
      return [...sent].some((one) => expression.test(one))
    }
    const madeBy = (path: string) => path.replace(/\/\{\w+\}(\/update-group)?$/, '')
    return operations
      .filter(({ method, path }) => !NOT_STORED.some((pattern) => pattern.test(`${method} ${path}`)))
      .flatMap((operation) => {
        const fields = new Set(Object.values(operation.content).flatMap(({ schema }) => fieldsOf(schema, [])))
        return [...fields]
          .filter((field) => !NO_TEXTS.has(lastName(field)) && !COMPARED.test(field))
          .filter((field) => !has(operation, field))
          .filter(
            (field) => operation.method !== 'PATCH' || !has({ method: 'POST', path: madeBy(operation.path) }, field),
          )
          .map((field) => `${operation.method} ${operation.path} ${field}`)
      })
  }
  return { api: noting, missing }
}
