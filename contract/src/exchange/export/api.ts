import { z } from 'zod'
import { ListedAois } from '../../core/aoi/filter.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, TimeZone } from '../../platform/kit/schema.ts'
import { DEFAULT_LANGUAGE, Language } from '../../platform/language/language.ts'

export const ExportFormat = z.enum(['csv', 'xlsx', 'geojson', 'kml', 'gpx'])
export type ExportFormat = z.infer<typeof ExportFormat>

const MOST_CHOSEN = 10_000

/**
 * `sensors` includes sensor areas. `reports` are the review queue: those waiting, unless `ids` names others. `alarms` and
 * `warnings` are the current ones.
 */
export const ExportList = z.enum(['aois', 'sensors', 'groups', 'members', 'regions', 'reports', 'alarms', 'warnings'])
export type ExportList = z.infer<typeof ExportList>

const ExportedList = z.object({
  list: ExportList.default('aois'),
  /** For `aois`: the filter and order of `GET /aoi/filtered`. */
  query: ListedAois.prefault({}),
  /** Exports only these rows, in this order. Ids that the caller cannot see are ignored. */
  ids: z.array(Id).max(MOST_CHOSEN).optional(),
  language: Language.default(DEFAULT_LANGUAGE),
})

/** A column of a file. The column of a question has the question's id. */
export const ExportColumn = z.object({ _id: z.string(), title: z.string() })
export type ExportColumn = z.infer<typeof ExportColumn>

/** Number of first rows of a list from which the member can select rows. */
export const EXPORT_CHOICES = 200
const ExportChoice = z.object({ _id: Id, name: z.string() })

export const ExportOrder = ExportedList.extend({
  format: ExportFormat,
  /** Columns to include; all if absent. The file determines their order. */
  columns: z.array(z.string().max(100)).min(1).max(2000).optional(),
  timeZone: TimeZone,
})
export type ExportOrder = z.infer<typeof ExportOrder>

export const exportApi = {
  about: {
    method: 'POST',
    path: '/export/about',
    summary: 'Number of rows of an export, its available columns, and the names of its first rows',
    needs: 'list.export',
    cost: 3,
    body: ExportedList,
    reply: z.object({
      rows: z.number().int(),
      columns: z.array(ExportColumn),
      first: z.array(ExportChoice).max(EXPORT_CHOICES),
    }),
  },
  file: {
    method: 'POST',
    path: '/export',
    summary: 'Export a list or a selection of it as a file. Rows are streamed in the order of the list',
    needs: 'list.export',
    cost: 10,
    body: ExportOrder,
    reply: z.unknown(),
    raw: 'application/octet-stream',
  },
} as const satisfies Record<string, Endpoint>
