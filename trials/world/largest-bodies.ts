import { READINGS_AT_ONCE } from '#contract'
import { DEMO_PASSWORD } from './api.ts'
import type { CrowdIds } from './crowded-service.ts'
import { type LargestOptions, largestValue, partsOf } from './largest.ts'
import { asText, type Operation, type Schema } from './openapi.ts'
import type { Random } from './random.ts'
import { longText, randomWords } from './random-words.ts'

/** Maximum size of a body in bytes. A larger body is made smaller until it fits. */
const MOST_BYTES = { json: 990_000, readings: 3_900_000, form: 900_000 }
const PARAMETERS_OF_A_READING = 50

export type Scene = { random: Random; ids: CrowdIds; known: LargestOptions['known']; picture: Buffer }

const readingsOf = (random: Random): string =>
  JSON.stringify(
    Array.from({ length: READINGS_AT_ONCE }, (_, sensor) => ({
      serial: `Largest ${sensor} ${randomWords(random, 2)}`,
      parameters: Object.fromEntries(
        Array.from({ length: PARAMETERS_OF_A_READING }, (_, at) => [`${at} ${randomWords(random, 3)}`, sensor + at]),
      ),
      location: [34.8, 32.1],
    })),
  )

/** The largest valid body of an operation, within `MOST_BYTES`. */
export const bodyOf = (operation: Operation, kind: number, { random, ids, known, picture }: Scene) => {
  const [type, content] = Object.entries(operation.content)[0] ?? []
  if (!type || !content) return undefined
  if (operation.path === '/sensors/ingest') return { type, bytes: readingsOf(random) }
  const isJson = type === 'application/json'
  for (let scale = 1; ; scale /= 2) {
    if (partsOf(content.schema, scale) > MOST_BYTES.json) continue
    const value = largestValue(content.schema, '', { random, ids, known, kind, scale })
    const json = JSON.stringify(value) ?? ''
    if (Buffer.byteLength(json) > MOST_BYTES[isJson ? 'json' : 'form']) continue
    if (isJson) return { type, bytes: json }
    const boundary = 'trial'
    const parts = Object.entries(value as Record<string, unknown>).map(([name, field]) => {
      const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`
      const isFile = content.schema.properties?.[name]?.format === 'binary'
      return isFile
        ? [Buffer.from(`${head}; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`), picture, Buffer.from('\r\n')]
        : [Buffer.from(`${head}\r\n\r\n${asText(field)}\r\n`)]
    })
    const bytes = Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)])
    return { type: `${type}; boundary=${boundary}`, bytes }
  }
}

/** Form fields with JSON, which the server accepts only with known values. */
const PARTS_OF_FORMS = new Set(['publicAction', 'startCoordinates', 'position', 'differsFrom', 'localMaps'])

/** Values for fields that the server parses or looks up. */
export const knownValues = (
  ids: CrowdIds,
  { follow, aoiId, serviceId }: { follow: string; aoiId: string; serviceId: string },
  random: Random,
): LargestOptions['known'] => {
  const ring = [[34.79, 32.09], [34.81, 32.09], [34.81, 32.11], [34.79, 32.09]] // biome-ignore format: one ring
  const texts: Record<string, () => unknown> = {
    publicAction: () => JSON.stringify({ publicActionId: ids.event_type[0], fields: [] }),
    startCoordinates: () => '[34.8,32.1,1]',
    position: () => JSON.stringify({ originX: 34.8, originY: 32.1, width: 0.01, height: 0.01, rotation: 0 }),
    differsFrom: () => JSON.stringify(ids.aoi.slice(0, 20)),
    ...Object.fromEntries(['groups', 'localMaps', 'sensors', 'regions'].map((name) => [name, () => '[]'])),
    coordinates: () => JSON.stringify([ring]),
    translations: () => JSON.stringify({ he: { name: 'שם' } }),
    radiusMetres: () => '500',
    timeZone: () => 'Asia/Jerusalem',
    bbox: () => '-180,-85,180,85',
    near: () => '34.8,32.1',
    phone: () => '+1 415 555 0123',
    follow: () => follow,
    key: () => longText(random, 200, 0).replaceAll(' ', '').slice(0, 43),
    currentPassword: () => DEMO_PASSWORD,
    newPassword: () => DEMO_PASSWORD,
    aoiIds: () => JSON.stringify(ids.aoi.slice(0, 1000)),
  }
  for (const name of ['isAnonymous', 'isPublic', 'isActivity', 'isSensors', 'restricted', 'answers', 'getAois', 'trend', 'withEvents', 'attachAoi', 'archived', 'takesSensorsInside', 'forSensors']) // biome-ignore format: names
    texts[name] = () => 'true'
  const times: Record<string, () => unknown> = {
    startTime: () => Date.now() - 300 * 86_400_000,
    endTime: () => Date.now() + 86_400_000,
    creationTime: () => Date.now(),
    datetime: () => Date.now(),
    until: () => Date.now() + 3_600_000,
    plannedTime: () => Date.now() + 3_600_000,
  }
  return (name, schema: Schema) => {
    if (name === 'aoiId') return aoiId
    if (name === 'serviceId' || name === 'service') return schema.type === 'string' ? serviceId : undefined
    if (name in times && schema.anyOf) return times[name]?.()
    if (schema.type === 'string') return schema.format ? undefined : texts[name]?.()
    return PARTS_OF_FORMS.has(name) ? JSON.parse(String(texts[name]?.())) : undefined
  }
}
