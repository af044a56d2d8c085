import { z } from 'zod'
import { AoiState } from '../../core/aoi/schema.ts'
import { Id, TimeZone, trimmed } from '../../platform/kit/schema.ts'
import { cellSizes } from './rules.ts'

/** The prefix `b.` distinguishes it from the token of a public link. */
export const BoardToken = z.string().regex(/^b\.[\w-]{32}$/)

/** The longest text that the public reads of an event. */
export const PUBLIC_TEXT_MAX = 500

const settings = {
  isOn: z.boolean(),
  /** Only these types are shown; new types must be added. */
  typeIds: z.array(Id).max(500),
  states: z.array(AoiState).max(3),
  /** Side of the squares that places are coarsened to. */
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
  /** Decides on which day an event happened. */
  timeZone: TimeZone,
})
export type BoardChange = z.infer<typeof BoardChange>

export const PublicText = z.object({
  text: z.string(),
  /** Its photo is shown to visitors who report something similar. */
  hasPhoto: z.boolean(),
  /** The event has a picture that could be shown. */
  canHavePhoto: z.boolean(),
  isShown: z.boolean(),
})
export type PublicText = z.infer<typeof PublicText>

/** An event as the public sees it: no id, number, name or reporter's words, and an approximate place. */
export const BoardEntry = z.object({
  type: z.number().int(),
  state: AoiState,
  /** The day in the service's time zone: 2026-11-16. */
  date: z.string(),
  /** West, south, east and north of the cell in which it is. */
  cell: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  text: z.string(),
})
export type BoardEntry = z.infer<typeof BoardEntry>
