import type { LngLat } from '#contract'
import { clockIn, type Row, type Table, textOf, type Writer } from './table.ts'
import { XML_HEAD, xml } from './xml.ts'

const points = (ring: readonly LngLat[]): string => ring.map(([lng, lat]) => `${lng},${lat}`).join(' ')

const ring = (name: string, one: readonly LngLat[]): string =>
  `<${name}><LinearRing><coordinates>${points(one)}</coordinates></LinearRing></${name}>`

const polygon = (rings: readonly (readonly LngLat[])[]): string =>
  `<Polygon>${rings.map((one, index) => ring(index ? 'innerBoundaryIs' : 'outerBoundaryIs', one)).join('')}</Polygon>`

const geometryOf = ({ place, outline, outlines }: Row): string => {
  if (outlines) return `<MultiGeometry>${outlines.map(polygon).join('')}</MultiGeometry>`
  if (outline) return polygon(outline)
  return place ? `<Point><coordinates>${points([place])}</coordinates></Point>` : ''
}

const style = ([symbol, address]: readonly [string, string]): string =>
  `<Style id="${xml(symbol)}"><IconStyle><Icon><href>${xml(address)}</href></Icon></IconStyle></Style>\n`

const placemark = (row: Row, { columns }: Table, clock: (time: Date) => string): string => {
  const data = columns.map((title, index) => {
    const text = textOf(row.cells[index], clock)
    return text && `<Data name="${xml(title)}"><value>${xml(text)}</value></Data>`
  })
  const time = row.at ? `<TimeStamp><when>${row.at.toISOString()}</when></TimeStamp>` : ''
  const look = row.symbol ? `<styleUrl>#${xml(row.symbol)}</styleUrl>` : ''
  return `<Placemark id="${row.id}"><name>${xml(row.name)}</name>${time}${look}<ExtendedData>${data.join('')}</ExtendedData>${geometryOf(row)}</Placemark>\n`
}

export const kml: Writer = async function* (table) {
  const clock = clockIn(table.timeZone)
  yield `${XML_HEAD}<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${xml(table.title)}</name>\n`
  yield [...(table.symbols ?? [])].map(style).join('')
  for await (const rows of table.pages) yield rows.map((row) => placemark(row, table, clock)).join('')
  yield '</Document></kml>\n'
}
