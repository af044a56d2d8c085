import { type Feature, tableOf } from './features.ts'
import { ReadError, type Table } from './format.ts'
import { lineText } from './geometry.ts'
import { all, attribute, isXml, parseXml, textOf } from './xml.ts'

/** Converts `34.78,32.08,0 34.79,32.09` to pairs for well-known text. */
const pairsOf = (element: unknown): string[] =>
  textOf(element, 'coordinates')
    .split(/\s+/)
    .flatMap((text) => {
      const [lng, lat] = text.split(',')
      return lng && lat ? [`${lng} ${lat}`] : []
    })

const list = (pairs: readonly string[]) => `(${pairs.join(', ')})`

const ringsOf = (polygon: unknown): string[] =>
  [...all(polygon, 'outerBoundaryIs'), ...all(polygon, 'innerBoundaryIs')].map((edge) =>
    list(pairsOf(all(edge, 'LinearRing')[0])),
  )

const geometryOf = (placemark: unknown): string => {
  const [point] = all(placemark, 'Point')
  if (point) return pairsOf(point).length > 0 ? `POINT ${list(pairsOf(point).slice(0, 1))}` : ''
  const [line] = all(placemark, 'LineString')
  if (line) return lineText(pairsOf(line))
  const [polygon] = all(placemark, 'Polygon')
  if (polygon) return `POLYGON (${ringsOf(polygon).join(', ')})`
  const [many] = all(placemark, 'MultiGeometry')
  return many ? geometryOf(many) : ''
}

const timesOf = (placemark: unknown): [string, string][] => {
  const [stamp] = all(placemark, 'TimeStamp')
  const [span] = all(placemark, 'TimeSpan')
  return [
    ['time', textOf(stamp, 'when')],
    ['start', textOf(span, 'begin')],
    ['end', textOf(span, 'end')],
  ]
}

const dataOf = (placemark: unknown): [string, string][] =>
  all(placemark, 'ExtendedData').flatMap((data) => [
    ...all(data, 'Data').map((one): [string, string] => [attribute(one, 'name'), textOf(one, 'value')]),
    ...all(data, 'SchemaData').flatMap((schema) =>
      all(schema, 'SimpleData').map((one): [string, string] => [attribute(one, 'name'), textOf(one)]),
    ),
  ])

const asFeature = (placemark: unknown, folder: string): Feature => {
  const values: [string, string][] = [
    ['id', attribute(placemark, 'id')],
    ['name', textOf(placemark, 'name')],
    ['description', textOf(placemark, 'description').replace(/<[^<>]*>/g, ' ').trim()], // biome-ignore format: one line
    ['address', textOf(placemark, 'address')],
    ['folder', folder],
    ...timesOf(placemark),
    ...dataOf(placemark),
  ]
  return { values: new Map(values.filter(([name, text]) => name && text)), geometry: geometryOf(placemark) }
}

const MOST_FOLDERS = 20

/** Placemarks of a document and its folders. Network links are not followed. */
const placemarksIn = (parent: unknown, folder: string, depth = 0): Feature[] => {
  if (depth > MOST_FOLDERS) return []
  return [
    ...all(parent, 'Placemark').map((placemark) => asFeature(placemark, folder)),
    ...all(parent, 'Document').flatMap((document) => placemarksIn(document, folder, depth + 1)),
    ...all(parent, 'Folder').flatMap((inner) => placemarksIn(inner, textOf(inner, 'name'), depth + 1)),
  ]
}

const placemarksOf = (text: string): Feature[] => {
  const { kml } = parseXml(text)
  if (!isXml(kml)) throw new ReadError('empty')
  return placemarksIn(kml, '')
}

export const readKml = (text: string): Table => tableOf(placemarksOf(text))

/** The first file of an archive, or all others if the first one has only links to them, as ogr2ogr writes it. */
export const readKmlFiles = async (first: string, others: AsyncIterable<string>): Promise<Table> => {
  const features = placemarksOf(first)
  if (features.length === 0) for await (const text of others) features.push(...placemarksOf(text))
  return tableOf(features)
}
