import { z } from 'zod'
import { HomeArea } from '#contract'
import type { StoredDocument } from '../documents.ts'

const Translations = z.record(z.string(), z.record(z.string(), z.unknown()))
const Rings = z.array(z.array(z.array(z.number()).min(2)))
const fields = z.looseObject({})
const Place = z.looseObject({ lng: z.number(), lat: z.number() })

const Draft = z.looseObject({
  name: z.string(),
  description: z.string(),
  text: z.string().optional(),
  address: z.string().nullish(),
  startCoordinates: Place.nullish(),
  publicAction: z.looseObject({ fields: z.array(z.looseObject({ value: z.string() })).nullish() }).nullish(),
})
const Questions = z.array(z.looseObject({ question: z.string().nullish(), answer: z.string().nullish() }))

const translated = [
  ...['service', 'action', 'community', 'community_group', 'criterion', 'event_type', 'local_map', 'metric'],
  ...['question', 'region', 'role'],
].map((table) => ({ table, column: 'translations', schema: Translations, condition: `t.translations <> '{}'` }))

/**
 * Values that requests read, but no job. An import refuses values of another shape, because pages that show them would
 * always fail. Earlier versions have the same shapes with fewer fields.
 */
export const shapes: readonly StoredDocument[] = [
  ...translated,
  { table: 'role_action', column: 'translations', schema: Translations, condition: 'true', key: 'role_id' },
  ...['colours', 'terms', 'map', 'geocoder'].map((column) => ({
    table: 'service',
    column,
    schema: fields,
    condition: `t.${column} is not null`,
  })),
  { table: 'service', column: 'home_area', schema: HomeArea, condition: 't.home_area is not null' },
  { table: 'region', column: 'coordinates', schema: Rings, condition: 'true' },
  { table: 'aoi', column: 'coordinates', schema: Rings, condition: 't.coordinates is not null' },
  { table: 'held_report', column: 'draft', schema: Draft, condition: 'true' },
  { table: 'held_report', column: 'questions', schema: Questions, condition: 'true' },
  {
    table: 'held_report',
    column: 'undo',
    condition: 't.undo is not null',
    schema: z.looseObject({ questions: Questions, reasonText: z.string() }),
  },
  {
    table: 'reporter_text',
    column: 'texts',
    condition: 'true',
    key: 'service_id',
    schema: z.record(z.string(), z.string()),
  },
  { table: 'file', column: 'variants', schema: z.array(fields), condition: `t.variants <> '[]'` },
  {
    table: 'log_entry',
    column: 'params',
    condition: `t.params <> '[]'`,
    schema: z.array(z.unknown()),
  },
  { table: 'log_entry', column: 'change', schema: fields, condition: 't.change is not null' },
  {
    table: 'log_entry',
    column: 'action_translations',
    condition: 't.action_translations is not null',
    schema: Translations,
  },
  { table: 'sensor_log', column: 'params', schema: z.array(z.unknown()), condition: 'true' },
  { table: 'metric', column: 'conditions', schema: z.array(fields), condition: 'true' },
  {
    table: 'warning',
    column: 'outlines',
    condition: 't.outlines is not null',
    schema: z.array(Rings),
  },
]
