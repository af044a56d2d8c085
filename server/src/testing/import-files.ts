import type { FileProblem } from '#contract'
import { archiveOfFiles } from './archive.ts'
import { rowOf, workbookOf } from './spreadsheet.ts'

export const HEADERS = ['ID', 'Title', 'Type', 'Lat', 'Lon', 'Reported']
const lineOf = (index: number): string[] => [
  `R-${index}`,
  `Hole ${index} in דרך יפו, "deep"`,
  'Road hazard',
  (32 + index / 1000).toFixed(4),
  (34.7 + index / 1000).toFixed(4),
  '25/03/2026 10:00',
]
export const lines = Array.from({ length: 20 }, (_, index) => lineOf(index))
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const xmlText = (text: string) => text.replaceAll('"', '&quot;')

export const csv = [HEADERS, ...lines].map((cells) => cells.map(quoted).join(',')).join('\r\n')
export const geoJson = (properties: readonly string[][]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: properties.map(([id, name, type, lat, lng, time]) => ({
      type: 'Feature',
      properties: { id, name, type, time },
      geometry: { type: 'Point', coordinates: [Number(lng), Number(lat)] },
    })),
  })
const placemark = ([id, name = '', , lat, lng]: readonly string[]) =>
  `<Placemark id="${id}"><name>${xmlText(name)}</name><Point><coordinates>${lng},${lat},0</coordinates></Point></Placemark>`
export const kmlOf = (body: string, before = '') =>
  `<?xml version="1.0"?>${before}<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`
export const kml = kmlOf(lines.map(placemark).join('\n'))
export const waypoint = ([, name = '', , lat, lng]: readonly string[]) =>
  `<wpt lat="${lat}" lon="${lng}"><name>${xmlText(name)}</name></wpt>`
export const gpxOf = (body: string, before = '') => `<?xml version="1.0"?>${before}<gpx version="1.1">${body}</gpx>`
export const sheetRows = [HEADERS, ...lines].map((cells, index) => rowOf(index + 1, cells.map(xmlText))).join('')

/** Files of each format that can be imported. */
export const goodFiles = (): Record<string, Buffer> => ({
  'good.csv': Buffer.from(csv),
  'good.utf16.csv': Buffer.from(`\uFEFF${csv}`, 'utf16le'),
  'good.geojson': Buffer.from(geoJson(lines)),
  'good.kml': Buffer.from(kml),
  'good.kmz': archiveOfFiles({ 'doc.kml': kml }),
  'good.gpx': Buffer.from(gpxOf(lines.map(waypoint).join('\n'))),
  'good.xlsx': workbookOf([{ rows: sheetRows }]),
})

export type HostileImport = {
  name: string
  bytes: () => Uint8Array
  /** `rows`: the file is harmless and can be read. */
  expected: FileProblem['code'] | 'rows'
  line?: number
  part?: string
}

export const text = (content: string) => () => Buffer.from(content)
export const spaces = (size: number) => Buffer.alloc(size, ' ')
export const MEGABYTE = 1_000_000
export const kmz = (files: Readonly<Record<string, string | Buffer>>) => () => archiveOfFiles(files)
