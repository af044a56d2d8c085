import { z } from 'zod'
import { fileApi } from '../../platform/files/api.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { idParams, noFields, Time } from '../../platform/kit/schema.ts'
import { CoveredWords, CoverStrokes } from './schema.ts'

/** Maximum number of stored pictures that a device checks in one request. */
export const CHECKED_FILES_MAX = 400

const FileToken = fileApi.read.params.shape.token

/** Redaction is permanent: it changes the stored picture and texts themselves. */
export const coverApi = {
  photo: {
    method: 'POST',
    path: '/cover/photo',
    summary: 'Permanently cover parts of a photo. It gets a new address; the old one is removed',
    needs: 'report.review',
    body: z.object({ file: FileToken, strokes: CoverStrokes }),
    reply: z.object({ photo: z.string() }),
  },
  words: {
    method: 'POST',
    path: '/cover/words/:id',
    summary: 'Permanently cover words in all texts of a report or an event, and of the reports merged into it',
    needs: 'report.review',
    params: idParams,
    body: z.object({ words: CoveredWords }),
    reply: noFields,
  },
  check: {
    method: 'POST',
    path: '/cover/check',
    summary:
      'Of these files, list those that are gone, and the time of the last redaction, for devices that hold copies',
    needs: 'profile.read',
    body: z.object({ files: z.array(FileToken).max(CHECKED_FILES_MAX) }),
    reply: z.object({ missing: z.array(z.string()), coveredAt: Time.nullable() }),
  },
} as const satisfies Record<string, Endpoint>
