import { Readable } from 'node:stream'
import { type ExportFormat, exportApi, kindOf } from '#contract'
import { withMetric } from '../../core/aoi/filter.ts'
import { recordAudit } from '../../platform/http/audit.ts'
import { serve, serveRaw } from '../../platform/http/serve.ts'
import { csv } from '../formats/csv.ts'
import { geojson } from '../formats/geojson.ts'
import { gpx } from '../formats/gpx.ts'
import { kml } from '../formats/kml.ts'
import type { Writer } from '../formats/table.ts'
import { xlsx } from '../formats/xlsx.ts'
import { tableOfAois } from './aois.ts'
import { aboutAois } from './columns.ts'

const formats: Record<ExportFormat, { type: string; write: Writer }> = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: xlsx() },
  geojson: { type: 'application/geo+json', write: geojson },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: kml },
  gpx: { type: 'application/gpx+xml', write: gpx },
}

export const exportRoutes = [
  serve(exportApi.about, async ({ db, actor, body, allow }) => {
    allow()
    const { rows, columns } = await aboutAois(db, actor, { ...body, query: await withMetric(db, actor, body.query) })
    return { rows, columns: columns.map(({ _id, title }) => ({ _id, title })) }
  }),

  serveRaw(exportApi.file, async ({ db, actor, body, client, allow }) => {
    allow()
    const { format, query, ids } = body
    const table = await tableOfAois(db, actor, { ...body, query: await withMetric(db, actor, query) })
    const fileName = `${query.type === 'shared' ? 'shared' : kindOf(query)}.${format}`
    await recordAudit(db, {
      actor,
      action: 'list.export',
      outcome: 'done',
      targetName: fileName,
      ...(ids && { detail: { rows: ids.length } }),
      address: client.address,
    })
    const { type, write } = formats[format]
    return {
      status: 200,
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'private, no-store',
      },
      stream: Readable.from(write(table), { objectMode: false }),
    }
  }),
]
