import type { CrowdIds } from './crowded-service.ts'
import type { Operation, Schema } from './openapi.ts'
import type { Random } from './random.ts'
import { longText } from './random-words.ts'

type Bounded = Schema & {
  maxLength?: number
  maxItems?: number
  maximum?: number
  pattern?: string
  additionalProperties?: Bounded | boolean
}

/**
 * `kind`: which kind of text and which alternative of a schema to use. `scale`: 1, or less if the body would be too
 * large.
 */
export type LargestOptions = {
  random: Random
  ids: CrowdIds
  /** Returns a value for a field that the server parses or looks up, or undefined if any text is valid. */
  known: (name: string, schema: Schema) => unknown
  kind: number
  scale: number
}

/** Sizes for lists and texts without a bound in the document. */
const UNBOUNDED_ITEMS = 200
const UNBOUNDED_LENGTH = 5_000

const tableOf = (name: string): keyof CrowdIds => {
  if (/type|publicAction/i.test(name)) return 'event_type'
  if (/member|user|creator|admin|recipient/i.test(name)) return 'member'
  if (/role/i.test(name)) return 'role'
  if (/action/i.test(name)) return 'action'
  if (/sensor/i.test(name)) return 'sensor'
  if (/region|area/i.test(name)) return 'region'
  return 'aoi'
}

const lengthOf = ({ maxItems = UNBOUNDED_ITEMS }: Bounded, scale: number): number =>
  Math.max(1, Math.floor(maxItems * (maxItems === 1 ? 1 : scale)))

/** Number of texts and numbers in the largest value. */
export const partsOf = (schema: Bounded, scale: number): number => {
  const { properties = {}, items = {} } = schema
  if (schema.type === 'array') return lengthOf(schema, scale) * partsOf(items, scale)
  return Object.values(properties).reduce((sum, one) => sum + partsOf(one, scale), 1)
}

export const largestValue = (schema: Bounded, name: string, options: LargestOptions, at = 0): unknown => {
  const { random, ids, known, kind, scale } = options
  const value = known(name, schema)
  if (value !== undefined) return value
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Bounded[] | undefined
  if (choices?.length) return largestValue(choices[kind % choices.length] ?? {}, name, options, at)
  if (schema.enum?.length) return schema.enum[(kind + at) % schema.enum.length]
  if (schema.const !== undefined) return schema.const
  switch (schema.type) {
    case 'object': {
      const { properties = {}, additionalProperties: more } = schema
      const own = Object.entries(properties).map(([key, one]) => [key, largestValue(one, key, options, at)] as const)
      if (!more || typeof more !== 'object') return Object.fromEntries(own)
      const keys = name === '' || name === 'translations' ? ['he', 'en'] : ['name', 'guide', 'title', 'text']
      return Object.fromEntries([...own, ...keys.map((key) => [key, largestValue(more, key, options, at)] as const)])
    }
    case 'array': {
      return Array.from({ length: lengthOf(schema, scale) }, (_, index) =>
        largestValue(schema.items ?? {}, name, options, index),
      )
    }
    case 'number':
    case 'integer':
      // Points on a circle, so that a ring of coordinates encloses an area.
      if (schema.maximum === 180) return 34.8 + Math.sin(at) * 0.01
      if (schema.maximum === 90 || schema.maximum === 85.06) return 32.1 + Math.cos(at) * 0.01
      return Math.min(schema.maximum ?? 1_000_000, 1_000_000)
    case 'boolean':
      return kind % 2 === 0
    case 'string': {
      if (schema.format === 'uuid') {
        const pool = ids[tableOf(name)]
        return pool[at % Math.max(1, pool.length)] ?? ids.aoi[0]
      }
      if (schema.format?.startsWith('date')) return '2026-11-18'
      if (schema.pattern?.includes('0-5')) return '08:00'
      if (schema.pattern?.includes('a-f')) return '#1c7ed6'
      if (schema.pattern?.includes('@')) return `somebody${at}@example.org`
      if (schema.pattern?.includes('{1,15}')) return String(Date.now() * 10 + random.below(10_000))
      if (schema.pattern?.includes('p{L}')) return `someone-${random.below(1e9)}`
      return longText(random, Math.max(1, Math.floor((schema.maxLength ?? UNBOUNDED_LENGTH) * scale)), kind)
    }
    default:
      return longText(random, 200, kind)
  }
}

export const largestQueries = ({ parameters }: Operation, options: LargestOptions): string[] => {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const required = inQuery.filter((parameter) => parameter.required)
  const optional = inQuery.filter((parameter) => !parameter.required)
  const queryOf = (some: typeof inQuery) =>
    some
      .map(({ name, schema }) => {
        const value = largestValue(schema, name, options)
        return `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`
      })
      .join('&')
  const sets = [required, ...(optional.length > 0 ? [inQuery] : []), ...optional.map((one) => [...required, one])]
  return sets.map(queryOf)
}
