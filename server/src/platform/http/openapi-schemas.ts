import { z } from 'zod'
import * as contract from '#contract'

export type Json = Record<string, unknown>
type Io = 'input' | 'output'

const PLACE = '#/components/schemas/'
/** Prefix of schemas of requests, until `settle` has compared them with the schemas of replies. */
const SENT = 'sent/'

const contractNames = Object.entries<unknown>(contract).flatMap(([name, value]): [string, z.ZodType][] =>
  /^[A-Z]/.test(name) && value instanceof z.ZodType ? [[name, value]] : [],
)

const isFlag = ({ _zod: { def } }: z.core.$ZodTypes): boolean =>
  def.type === 'pipe' && def.in._zod.def.type === 'string' && def.out._zod.def.type === 'boolean'

/** One schema for all items of a tuple, because generators and linters fail on `prefixItems`. */
const itemsOf = (tuple: readonly Json[]): Json => {
  const [first = {}] = tuple
  if (tuple.every((item) => JSON.stringify(item) === JSON.stringify(first))) return first
  if (tuple.some(({ type }) => type !== 'number')) return { anyOf: tuple }
  const bound = (name: 'minimum' | 'maximum', widest: typeof Math.min) =>
    tuple.every((item) => name in item) && { [name]: widest(...tuple.map((item) => Number(item[name]))) }
  return { type: 'number', ...bound('minimum', Math.min), ...bound('maximum', Math.max) }
}

/** Runs after generation, because the schemas of optional items are still empty in `override`. */
const withoutTuples = <T>(generated: T): T =>
  JSON.parse(JSON.stringify(generated), (_, json) => {
    if (!json?.prefixItems) return json
    const { prefixItems, ...rest } = json
    return { ...rest, items: itemsOf(prefixItems) }
  })

const adjust = (io: Io, zodSchema: z.core.$ZodTypes, json: z.core.JSONSchema.BaseSchema): void => {
  Object.assign(json, z.globalRegistry.get(zodSchema))
  // Queries and forms send a flag as the text true or false.
  if (io === 'input' && isFlag(zodSchema)) json.type = 'boolean'
  // Later versions may add fields to a reply.
  if (io === 'output' && json.additionalProperties === false) delete json.additionalProperties
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
}

/** Describes schemas of requests or of replies. Schemas that the contract names become references. */
const describer = (schemas: Iterable<z.ZodType>, io: Io, forms: ReadonlyMap<z.ZodType, z.ZodType> = new Map()) => {
  const names = new Map(contractNames.map(([name, schema]) => [forms.get(schema) ?? schema, name]))
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  for (const schema of schemas) if (!registry.has(schema)) registry.add(schema, { id: `${registry._idmap.size}` })
  const { schemas: described } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => PLACE + (io === 'input' ? SENT : '') + id,
    override: ({ zodSchema, jsonSchema }) => adjust(io, zodSchema, jsonSchema),
  })
  const generated = withoutTuples(described)
  const byName = (name: string): Json => {
    const { $schema: _, $id: __, ...json } = generated[name] as Json
    return json
  }
  const idOf = (schema: z.ZodType) => registry.get(schema)?.id as string
  return {
    byName,
    whole: (schema: z.ZodType) => byName(idOf(schema)),
    byReference: (schema: z.ZodType): Json =>
      names.has(schema) ? { $ref: PLACE + (io === 'input' ? SENT : '') + idOf(schema) } : byName(idOf(schema)),
  }
}

const referencesIn = (json: unknown): string[] =>
  [...JSON.stringify(json).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string)

const withoutSent = (json: unknown): string => JSON.stringify(json).replaceAll(PLACE + SENT, PLACE)

/**
 * Describes the schemas of requests and replies. `forms` maps bodies of forms to the schemas that replace them. Call
 * `settle` after all operations are described, to give each schema its final name.
 */
export const describeSchemas = (
  sent: Iterable<z.ZodType>,
  replied: Iterable<z.ZodType>,
  forms: ReadonlyMap<z.ZodType, z.ZodType>,
) => {
  const requests = describer(sent, 'input', forms)
  const replies = describer(replied, 'output')
  const schemaOf = (key: string): Json =>
    key.startsWith(SENT) ? requests.byName(key.slice(SENT.length)) : replies.byName(key)

  /** The document's paths and schemas. If a schema differs in requests, its version for requests ends in `Input`. */
  const settle = <Paths>(paths: Paths): { paths: Paths; schemas: Record<string, Json> } => {
    const used = new Set(referencesIn(paths))
    for (const key of used) for (const one of referencesIn(schemaOf(key))) used.add(one)
    const shared = [...used].filter((key) => used.has(SENT + key))
    const isDifferent = (name: string) => withoutSent(schemaOf(SENT + name)) !== JSON.stringify(schemaOf(name))
    const different = new Set(shared.filter(isDifferent))
    for (let count = -1; count !== different.size; ) {
      count = different.size
      for (const name of shared) if (referencesIn(schemaOf(name)).some((one) => different.has(one))) different.add(name)
    }
    const nameOf = (key: string): string => {
      const name = key.replace(SENT, '')
      return key !== name && different.has(name) ? `${name}Input` : name
    }
    const renamed = <T>(json: T): T =>
      JSON.parse(JSON.stringify(json), (key, value) =>
        key === '$ref' && String(value).startsWith(PLACE) ? PLACE + nameOf(value.slice(PLACE.length)) : value,
      )
    const schemas = Object.fromEntries([...used].map((key) => [nameOf(key), renamed(schemaOf(key))]))
    return { paths: renamed(paths), schemas: Object.fromEntries(Object.entries(schemas).sort()) }
  }
  return { requests, replies, settle }
}
