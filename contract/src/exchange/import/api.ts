import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { idParams, noFields, TimeZone, trimmed } from '../../platform/kit/schema.ts'
import { Language } from '../../platform/language/language.ts'
import { IMPORT_MAX_BYTES, IMPORT_PREVIEW_ROWS } from './limits.ts'
import { Import, ImportEncoding, ImportedRow, ImportMapping, ImportPreviewRow } from './schema.ts'

const Rows = z.object({ rows: z.array(ImportedRow), next: z.number().int().nullable() })

export const importApi = {
  list: {
    method: 'GET',
    path: '/imports',
    summary: 'The newest imports of the service',
    needs: 'import.run',
    reply: z.array(Import),
  },
  upload: {
    method: 'POST',
    path: '/imports',
    summary: 'Upload a file for an import. Nothing is imported yet',
    needs: 'import.run',
    body: z.object({
      name: trimmed(200).default(''),
      timeZone: TimeZone,
      language: Language.default('en'),
      encoding: ImportEncoding.optional(),
    }),
    files: ['file'],
    maxFileBytes: IMPORT_MAX_BYTES,
    cost: 5,
    reply: Import,
  },
  read: {
    method: 'GET',
    path: '/imports/:id',
    summary: 'Read an import: its preview, progress and result',
    needs: 'import.run',
    params: idParams,
    reply: Import,
  },
  preview: {
    method: 'POST',
    path: '/imports/:id/preview',
    summary: 'Preview rows of an import: new, changed, unchanged, or rejected with the reasons',
    needs: 'import.run',
    params: idParams,
    body: z.object({
      mapping: ImportMapping,
      after: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(IMPORT_PREVIEW_ROWS).default(IMPORT_PREVIEW_ROWS),
    }),
    cost: 3,
    reply: z.object({ rows: z.array(ImportPreviewRow), next: z.number().int().nullable() }),
  },
  start: {
    method: 'POST',
    path: '/imports/:id/start',
    summary: 'Import all rows in the background',
    needs: 'import.run',
    params: idParams,
    body: z.object({
      mapping: ImportMapping,
      /** Whether rules, notifications, webhooks and automatic sharing treat the rows as new reports. */
      isReported: z.boolean().default(false),
    }),
    reply: Import,
  },
  cancel: {
    method: 'POST',
    path: '/imports/:id/cancel',
    summary: 'Stop an import. Imported items stay until the import is undone',
    needs: 'import.run',
    params: idParams,
    reply: Import,
  },
  undo: {
    method: 'POST',
    path: '/imports/:id/undo',
    summary: 'Undo an import within seven days, except items that others have changed since',
    needs: 'import.run',
    params: idParams,
    reply: Import,
  },
  remove: {
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Discard a file that was not imported',
    needs: 'import.run',
    params: idParams,
    reply: noFields,
  },
  rows: {
    method: 'GET',
    path: '/imports/:id/rows',
    summary: 'List the rows that were rejected, or kept by an undo',
    needs: 'import.run',
    params: idParams,
    query: z.object({ which: z.enum(['rejected', 'kept']), after: z.coerce.number().int().min(0).default(0) }),
    reply: Rows,
  },
} as const satisfies Record<string, Endpoint>
