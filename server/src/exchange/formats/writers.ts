import type { ExportFormat } from '#contract'
import { csv } from './csv.ts'
import { geojson } from './geojson.ts'
import { gpx } from './gpx.ts'
import { kml } from './kml.ts'
import type { Writer } from './table.ts'
import { xlsx } from './xlsx.ts'

export const writers: Record<ExportFormat, { type: string; write: Writer }> = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: xlsx() },
  geojson: { type: 'application/geo+json', write: geojson },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: kml },
  gpx: { type: 'application/gpx+xml', write: gpx },
}
