import { z } from 'zod'
import { Id, jsonText, LngLat, required, SentTime, trimmed, valueText } from '../../platform/kit/schema.ts'
import { Nonce } from './log/api.ts'

/** Rounds to a centimetre. Denormal numbers would break the map's arithmetic. */
const onEarth = (degrees: number): number => Number(degrees.toFixed(7))

/** `[lng, lat, 1]` as JSON text; the altitude is optional. */
export const Coordinates = z
  .tuple([z.number().min(-180).max(180), z.number().min(-90).max(90), z.number().optional()])
  .transform(([lng, lat, altitude = 1]) => ({ lng: onEarth(lng), lat: onEarth(lat), altitude }))

const flagText = z.stringbool()

export const DraftAnswers = z.object({
  publicActionId: Id,
  fields: z
    .array(z.object({ _id: Id, value: valueText(5000) }))
    .max(100)
    .default([]),
})

export const DraftLocalMaps = z.array(z.object({ mapId: Id, position: z.tuple([z.number(), z.number()]) })).max(20)

/** The closed outer ring of a polygon, as in GeoJSON. */
const AreaOutline = z
  .tuple([z.array(LngLat).min(4).max(500)])
  .refine(([ring]) => String(ring[0]) === String(ring.at(-1)), { error: 'form.invalid' })

/** Text parts of the form that creates an AOI. Rules of each kind of AOI check further required fields. */
export const AoiDraft = z.object({
  name: required(300),
  type: z.string().max(50).default('default'),
  description: z.string().max(200_000).default(''),
  startCoordinates: jsonText(Coordinates.describe('Longitude, latitude and, if known, altitude')),
  forSensors: flagText.default(false).describe('True for a sensor area'),
  publicAction: jsonText(DraftAnswers)
    .optional()
    .describe('Required for an event: its type, and answers to the questions of the type'),
  nonce: Nonce.optional(),
  creationTime: SentTime.optional(),
  serviceId: Id.optional(),
  localMaps: jsonText(DraftLocalMaps).optional(),
  address: trimmed(500).optional(),
  /** An id, as documented, or a JSON list with one id, as in the specification's form. */
  region: z.union([Id, jsonText(z.union([Id.nullable(), z.array(Id).max(1)]))]).optional(),
  communityId: Id.optional().describe('Required for an activity'),
  groups: jsonText(z.array(Id).max(200)).optional().describe('Required for an activity of a community that has groups'),
  plannedTime: SentTime.optional(),
  startTime: SentTime.optional(),
  isPublic: flagText.optional(),
  /** For sensor areas: circle or polygon, chosen sensors, and whether sensors inside the shape belong to the area. */
  radiusMetres: jsonText(z.number().min(1).max(1_000_000).nullable()).optional(),
  coordinates: jsonText(AreaOutline.nullable()).optional(),
  sensors: jsonText(z.array(Id).max(5000)).optional(),
  takesSensorsInside: flagText.optional(),
  /** For events: merges the report into this event, if it still exists. */
  sameAs: Id.optional(),
  /** For events: suggested duplicates that the reporter rejected. */
  differsFrom: jsonText(z.array(Id).max(10)).optional(),
})
export type AoiDraft = z.infer<typeof AoiDraft>

/**
 * A time, or empty to clear it. Not a union with a literal `''`, because clients that `orval` generates for such a form
 * do not compile.
 */
const ClearableTime = z
  .union([z.number(), z.string()])
  .transform((value) => (value === '' ? null : value))
  .pipe(SentTime.nullable())
  .describe('ISO 8601, or milliseconds since 1970; empty for none')

/** Absent fields are unchanged. Only `removeImage` removes an image. */
export const AoiChange = AoiDraft.omit({
  nonce: true,
  creationTime: true,
  serviceId: true,
  forSensors: true,
  type: true,
  sameAs: true,
  differsFrom: true,
})
  .partial()
  .extend({
    description: z.string().max(200_000).optional(),
    removeImage: flagText.optional(),
    startTime: ClearableTime.optional(),
    plannedTime: ClearableTime.optional(),
  })
export type AoiChange = z.infer<typeof AoiChange>
