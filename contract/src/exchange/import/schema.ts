import { z } from 'zod'
import { Id, LngLat, Time, TimeZone } from '../../platform/kit/schema.ts'
import { Language } from '../../platform/language/language.ts'
import { IMPORT_MAX_COLUMNS } from './limits.ts'

export const importKinds = ['event', 'activity', 'region', 'group', 'sensor', 'sensorArea', 'member'] as const
export const ImportKind = z.enum(importKinds)
export type ImportKind = z.infer<typeof ImportKind>

const placeFields = ['place', 'lat', 'lng', 'address'] as const

/**
 * Fields that a column can have, by kind of import. The field for the answer to a question is `answer:` and the
 * question's name.
 */
export const importFields = {
  event: ['name', 'description', 'type', ...placeFields, 'time', 'region', 'externalId'],
  activity: [
    ...['name', 'description', 'community', 'groups', 'start', 'end', 'isPublic'],
    ...placeFields,
    ...['region', 'externalId'],
  ],
  region: ['name', 'outline'],
  group: ['name', 'community', 'description', ...placeFields],
  sensor: ['serial', 'name', 'device', ...placeFields, 'heartbeat'],
  sensorArea: ['name', 'description', ...placeFields, 'outline', 'radius', 'sensors'],
  member: ['email', 'role', 'access'],
} as const satisfies Record<ImportKind, readonly string[]>

export const ANSWER_PREFIX = 'answer:'

export const importFormats = ['csv', 'geojson', 'xlsx', 'kml', 'kmz', 'gpx'] as const
export const ImportFormat = z.enum(importFormats)
export type ImportFormat = z.infer<typeof ImportFormat>

export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1255', 'windows-1252'] as const
export const ImportEncoding = z.enum(importEncodings)
export type ImportEncoding = z.infer<typeof ImportEncoding>

/** Reasons why a file cannot be imported, or must be checked first. `fileProblemText` has the sentences. */
export const fileProblems = [
  'empty',
  'unknownFormat',
  'binary',
  'encoding',
  'quote',
  'tooManyRows',
  'tooManyColumns',
  'longCell',
  'tooMuchText',
  'json',
  'xml',
  'entities',
  'sheet',
  'archive',
  'archivePath',
  'manyFiles',
  'encrypted',
  'bomb',
  'projection',
  'noHeader',
  'memory',
  'time',
  'interrupted',
  'creatorGone',
  'oneSheet',
  'hiddenRows',
  'mergedCells',
] as const
export const FileProblem = z.object({
  code: z.enum(fileProblems),
  line: z.number().int().optional(),
  /** Name of a part of the file, such as a sheet. */
  part: z.string().max(200).optional(),
})
export type FileProblem = z.infer<typeof FileProblem>

export const importReasons = [
  'missing',
  'unknown',
  'unread',
  'tooLong',
  'outside',
  'notFound',
  'onlyArea',
  'future',
  'noTime',
  'endBeforeStart',
  'twice',
  'photo',
  'merged',
  'extraCells',
  'notAnArea',
  'crossesItself',
  'tooManyCorners',
  'inUse',
  'notAllowed',
  'notOffered',
  'isMember',
  'noMail',
  'refused',
] as const
export const ImportReason = z.object({
  code: z.enum(importReasons),
  field: z.string().max(520),
  /** Value from the file, shortened. */
  value: z.string().max(100).optional(),
})
export type ImportReason = z.infer<typeof ImportReason>

/** A change that an import makes to a row besides copying its values. */
export const ImportNote = z.object({
  code: z.enum(['shortened', 'addressFound']),
  field: z.string().max(520),
  /** Limit in characters for `shortened`; the address for `addressFound`. */
  value: z.string().max(200),
})
export type ImportNote = z.infer<typeof ImportNote>

export const ImportMapping = z.object({
  kind: ImportKind,
  /** Field of each column; null for columns that are not imported. */
  columns: z.array(z.string().max(520).nullable()).max(IMPORT_MAX_COLUMNS),
  /** Default event type, for rows without one. */
  eventType: Id.nullable().default(null),
  community: Id.nullable().default(null),
  groups: z.array(Id).max(200).default([]),
  role: Id.nullable().default(null),
  dateOrder: z.enum(['dmy', 'mdy', 'ymd']).default('dmy'),
  timeZone: TimeZone,
  /** Whether coordinates in the file start with the longitude. */
  isSwapped: z.boolean().default(false),
  /** Language of the addresses to look up. */
  language: Language.default('en'),
})
export type ImportMapping = z.infer<typeof ImportMapping>

export const importStates = ['reading', 'ready', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const

export const Import = z.object({
  _id: Id,
  state: z.enum(importStates),
  fileName: z.string(),
  format: z.string().nullable(),
  encoding: z.string().nullable(),
  /** Header of each column and its first values. */
  columns: z.array(z.object({ name: z.string(), sample: z.array(z.string()) })),
  /** Guessed, or taken from the last import with the same columns. */
  mapping: ImportMapping.nullable(),
  isRemembered: z.boolean(),
  /** Whether rules, notifications, webhooks and automatic sharing treat the rows as new reports. */
  isReported: z.boolean(),
  /** Reason why the file cannot be imported, or must be checked first. */
  problem: FileProblem.nullable(),
  /** Number of rows read so far. */
  rowCount: z.number().int(),
  doneRows: z.number().int(),
  counts: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    unchanged: z.number().int(),
    rejected: z.number().int(),
    undone: z.number().int(),
    kept: z.number().int(),
  }),
  creator: z.string(),
  createdAt: Time,
  finishedAt: Time.nullable(),
  /** Time until which the import can be undone; null if it cannot. */
  undoUntil: Time.nullable(),
})
export type Import = z.infer<typeof Import>

export const importOutcomes = ['new', 'changed', 'unchanged', 'rejected'] as const
export const ImportOutcome = z.enum(importOutcomes)
export type ImportOutcome = z.infer<typeof ImportOutcome>

export const ImportPreviewRow = z.object({
  number: z.number().int(),
  line: z.number().int(),
  outcome: ImportOutcome,
  reasons: z.array(ImportReason),
  notes: z.array(ImportNote),
  name: z.string(),
  /** Name of the event type or community. */
  group: z.string().nullable(),
  place: LngLat.nullable(),
  address: z.string().nullable(),
  time: Time.nullable(),
  endTime: Time.nullable(),
  /** Fields whose value differs from the stored item. */
  changes: z.array(z.string()),
  /** Existing items that the row may duplicate. */
  twins: z.array(z.object({ _id: Id, number: z.number().int(), nonce: z.string(), name: z.string() })),
})
export type ImportPreviewRow = z.infer<typeof ImportPreviewRow>

/** A rejected row, or a row whose item an undo kept because someone has edited it. */
export const ImportedRow = z.object({
  number: z.number().int(),
  line: z.number().int(),
  cells: z.array(z.string()),
  reasons: z.array(ImportReason),
  aoi: z.object({ _id: Id, number: z.number().int(), nonce: z.string(), name: z.string() }).nullable(),
})
export type ImportedRow = z.infer<typeof ImportedRow>
