import { IMPORT_MAX_CELL, IMPORT_MAX_COLUMNS } from '#contract/exchange/import/limits.ts'
import { columnNames } from './columns.ts'
import { ReadError, type Row, type Table } from './format.ts'
import { wellKnownText } from './geometry.ts'

type Thing = Record<string, unknown>

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A file without a projection, or with one of these names, has longitude and latitude. */
const isWorld = (name: string) => /CRS84$|EPSG:+(?:[\d.]*:)?4326$/i.test(name)

const checkProjection = ({ crs }: Thing): void => {
  if (!isThing(crs)) return
  const name = isThing(crs.properties) ? String(crs.properties.name ?? '') : ''
  if (name && !isWorld(name)) throw new ReadError('projection', { part: name.slice(0, 200) })
}

const featuresOf = (document: unknown): Thing[] => {
  if (!isThing(document)) throw new ReadError('json')
  checkProjection(document)
  if (document.type === 'FeatureCollection' && Array.isArray(document.features))
    return document.features.filter(isThing)
  if (document.type === 'Feature') return [document]
  throw new ReadError('json')
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Features as rows: their properties by name, then the geometry as well-known text. */
export const readGeoJson = (text: string): Table => {
  const features = featuresOf(parseJson(text))
  const names = new Set<string>()
  if (features.some(({ id }) => id !== undefined)) names.add('id')
  for (const { properties } of features)
    if (isThing(properties))
      for (const name of Object.keys(properties)) if (names.size < IMPORT_MAX_COLUMNS) names.add(name)
  if (names.size >= IMPORT_MAX_COLUMNS) throw new ReadError('tooManyColumns')
  const keys = [...names]
  const rows = function* (): Generator<Row> {
    for (const [index, { id, properties, geometry }] of features.entries()) {
      const values = { id, ...(isThing(properties) ? properties : {}) } as Thing
      const cells = [...keys.map((key) => cellOf(values[key])), wellKnownText(geometry)]
      if (cells.some(({ length }) => length > IMPORT_MAX_CELL)) throw new ReadError('longCell', { line: index + 1 })
      // PostgreSQL stores no NUL.
      yield { line: index + 1, cells: cells.map((cell) => cell.replaceAll('\0', '')) }
    }
  }
  return { columns: columnNames([...keys, 'geometry']), rows: rows() }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, at] = /at position (\d+)/.exec((error as Error).message) ?? []
    const line = at === undefined ? undefined : text.slice(0, Number(at)).split('\n').length
    throw new ReadError('json', line === undefined ? {} : { line }, error)
  }
}
