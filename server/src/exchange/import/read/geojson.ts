import { type Feature, tableOf } from './features.ts'
import { ReadError, type Table } from './format.ts'
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

const featureOf = ({ id, properties, geometry }: Thing): Feature => {
  const own = id === undefined ? [] : [['id', cellOf(id)] as const]
  const more = isThing(properties)
    ? Object.entries(properties).map(([name, value]) => [name, cellOf(value)] as const)
    : []
  return { values: new Map([...own, ...more]), geometry: wellKnownText(geometry) }
}

/** A value that is nested too deeply exhausts the stack. */
const asFeature = (thing: Thing, index: number): Feature => {
  try {
    return featureOf(thing)
  } catch (error) {
    throw new ReadError('json', { line: index + 1 }, error)
  }
}

/** Features as rows: their properties by name, then the geometry as well-known text. */
export const readGeoJson = (text: string): Table => tableOf(featuresOf(parseJson(text)).map(asFeature))

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    const [, at] = /at position (\d+)/.exec((error as Error).message) ?? []
    const line = at === undefined ? undefined : text.slice(0, Number(at)).split('\n').length
    throw new ReadError('json', line === undefined ? {} : { line }, error)
  }
}
