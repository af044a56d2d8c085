import { z } from 'zod'
import { AoiState } from '../../core/aoi/schema.ts'
import { Id, TimeZone, trimmed } from '../../platform/kit/schema.ts'
import { cellSizes } from './rules.ts'

/** Token of a public board. The prefix `b.` distinguishes it from the token of a public link. */
export const BoardToken = z.string().regex(/^b\.[\w-]{32}$/)

/** Maximum length of an event's public text. */
export const PUBLIC_TEXT_MAX = 500

const settings = {
  isOn: z.boolean(),
  /** The board shows only these types; new types must be added. */
  typeIds: z.array(Id).max(500),
  states: z.array(AoiState).max(3),
  /** Side of the squares that hide exact places. */
  cellMetres: z.literal(cellSizes),
  days: z.int().min(1).max(365),
}

export const BoardSettings = z.object({
  ...settings,
  link: z.string().nullable(),
  origins: z.array(z.string()),
})
export type BoardSettings = z.infer<typeof BoardSettings>

export const BoardChange = z.object({
  ...settings,
  origins: z.array(trimmed(300)).max(20),
  /** Time zone that determines the day of an event. */
  timeZone: TimeZone,
})
export type BoardChange = z.infer<typeof BoardChange>

export const PublicText = z.object({
  text: z.string(),
  /** Whether visitors who report something similar see the event's photo. */
  hasPhoto: z.boolean(),
  /** Whether the event has a photo that could be shown. */
  canHavePhoto: z.boolean(),
  isShown: z.boolean(),
})
export type PublicText = z.infer<typeof PublicText>

/** An event on the public board: without id, number, name or the reporter's words, and with an approximate place. */
export const BoardEntry = z.object({
  type: z.number().int(),
  state: AoiState,
  /** Day in the service's time zone, as 2026-11-16. */
  date: z.string(),
  /** West, south, east and north of the event's cell. */
  cell: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  text: z.string(),
})
export type BoardEntry = z.infer<typeof BoardEntry>
