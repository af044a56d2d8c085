import { z } from 'zod'
import { ActionUnit } from '../../../people/role/api.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { Id, jsonText, SentTime, Time, trimmed } from '../../../platform/kit/schema.ts'
import { Translations } from '../../../platform/language/language.ts'

export const FieldChange = z.object({
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  translations: Translations.optional(),
})
export type FieldChange = z.infer<typeof FieldChange>

/** A change that the system recorded. The web translates it. */
export const SystemChange = z.object({
  what: z.enum([
    'created',
    'edited',
    'archived',
    'unarchived',
    'shared',
    'shareTakenBack',
    'shareDone',
    'autoShared',
    'deleted',
    'restored',
    'status',
    'subscriberRemoved',
    'merged',
    'mergedInto',
    'separated',
    'separatedFrom',
    'photoCovered',
    'wordsCovered',
    'reporterClosed',
    'reporterThanked',
    'reporterUnsolved',
  ]),
  fields: z.array(FieldChange).optional(),
  names: z.array(z.string()).optional(),
})
export type SystemChange = z.infer<typeof SystemChange>

export const LogEntry = z.object({
  _id: Id,
  datetime: Time,
  receivedAt: Time,
  username: z.string(),
  authorId: Id.nullable(),
  /** Kept when the author's data is erased. */
  authorKind: z.enum(['member', 'visitor', 'system']),
  /** Number of the merged report whose reporter wrote the entry; null for other entries. */
  fromReport: z.number().int().nullable(),
  text: z.string(),
  type: z.enum(['text', 'action']),
  params: z.array(z.unknown()),
  /** For actions: name, unit and value as they were when logged. */
  action: z
    .object({
      _id: Id.nullable(),
      name: z.string(),
      translations: Translations,
      unit: ActionUnit,
      value: z.string(),
    })
    .nullable(),
  isSystem: z.boolean(),
  change: SystemChange.nullable(),
  restricted: z.boolean(),
  recipientId: Id.nullable(),
  keywords: z.array(z.string()),
  photo: z.string().nullable(),
  sendNotification: z.boolean(),
  number: z.number().int(),
})
export type LogEntry = z.infer<typeof LogEntry>

const ActionParams = z.array(z.union([z.string(), z.number()]).transform(String)).max(2)

const Keywords = z.union([z.array(trimmed(100)).max(50), z.literal('').transform(() => [])])

/** Milliseconds since 1970, chosen by the client and sent as text. */
export const Nonce = z.coerce.string().regex(/^\d{1,15}$/)

export const NewLogEntry = z.object({
  type: z.enum(['text', 'action']).default('text'),
  text: trimmed(20_000).default(''),
  params: ActionParams.default([]),
  datetime: SentTime.optional(),
  restricted: z.boolean().default(true),
  recipientId: Id.nullish(),
  keywords: Keywords.default([]),
  sendNotification: z.boolean().default(true),
  nonce: Nonce.optional(),
})

export type NewLogEntry = z.infer<typeof NewLogEntry>

/** A new entry with a photo. Its values are text parts of the form, and its text may be empty. */
const NewPhotoEntry = NewLogEntry.extend({
  params: jsonText(ActionParams).default([]),
  restricted: z.stringbool().default(true),
  keywords: jsonText(Keywords).default([]),
  sendNotification: z.stringbool().default(true),
})

export const logApi = {
  add: {
    method: 'POST',
    path: '/aoi/:number/add-log',
    summary: 'Add a log entry: a text, or an action of the caller’s role with its value',
    needs: 'aoi.log',
    params: z.object({ number: z.coerce.number().int().positive() }),
    body: NewLogEntry,
    reply: LogEntry,
  },
  addPhoto: {
    method: 'POST',
    path: '/aoi/:number/add-photo',
    summary: 'Add a log entry with a photo, visible to all readers of the entry',
    needs: 'aoi.log',
    params: z.object({ number: z.coerce.number().int().positive() }),
    body: NewPhotoEntry,
    files: ['file'],
    needsFile: true,
    reply: LogEntry,
  },
} as const satisfies Record<string, Endpoint>
