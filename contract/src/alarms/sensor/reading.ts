import { z } from 'zod'
import { LngLat, required, SentTime, trimmed } from '../../platform/kit/schema.ts'

export const READINGS_AT_ONCE = 1000
export const MEDIA_MAX_BYTES = 20_000_000

/** Serial number, trimmed, without control characters and without characters that MQTT topics reserve. */
export const SensorSerial = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(required(200).regex(/^[^\p{Cc}/+#]+$/u))

/** Rejects earlier times: a device whose clock was never set sends 1970. */
const FIRST_TIME = Date.UTC(2000, 0)
const ReadingTime = SentTime.refine((time) => time.getTime() >= FIRST_TIME, { error: 'form.invalid' })

const Value = z.union([z.number(), z.boolean().transform(Number), trimmed(200)])
const ParameterName = required(100)

/** A list, or the short form `{ temperature: 21.5 }`. */
const Parameters = z.union([
  z.array(z.object({ parameter: ParameterName, value: Value })).max(50),
  z
    .record(ParameterName, Value)
    .transform((values) => Object.entries(values).map(([parameter, value]) => ({ parameter, value })))
    .refine((list) => list.length <= 50, { error: 'form.tooLong' }),
])

const Location = z.union([
  z
    .object({ longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) })
    .transform(({ longitude, latitude }): LngLat => [longitude, latitude]),
  LngLat,
])

export const Reading = z.object({
  serial: SensorSerial,
  /** Id by which a repeated reading is recognised; defaults to the reading's time. */
  id: z.union([z.string(), z.number()]).transform(String).pipe(required(190)).optional(),
  time: ReadingTime.optional(),
  name: trimmed(200).optional(),
  state: required(50)
    .transform((state) => state.toUpperCase())
    .pipe(z.string().regex(/^[\p{L}\p{N} _-]+$/u))
    .optional(),
  parameters: Parameters.default([]),
  location: Location.optional(),
  /** Recordings that the server fetches after its reply and attaches to the sensor's log. */
  media: z
    .array(
      z.object({
        url: z.url({ protocol: /^https?$/, error: 'form.url' }).max(2000),
        text: trimmed(500).default(''),
      }),
    )
    .max(10)
    .default([]),
})
export type Reading = z.infer<typeof Reading>

/**
 * One reading, a list, or `{ readings: […] }`. Each reading is parsed separately, so that an invalid one does not
 * affect the others.
 */
export const IngestBody = z.union([z.array(z.unknown()), z.looseObject({})]).transform((body, context) => {
  const list = Array.isArray(body) ? body : Array.isArray(body.readings) ? (body.readings as unknown[]) : undefined
  if (!list) return { readings: [body] as unknown[], isBatch: false }
  if (list.length === 0) context.addIssue({ code: 'custom', message: 'form.required', path: ['readings'] })
  if (list.length > READINGS_AT_ONCE) context.addIssue({ code: 'custom', message: 'form.tooLong', path: ['readings'] })
  return { readings: list, isBatch: true }
})
export type IngestBody = z.infer<typeof IngestBody>
