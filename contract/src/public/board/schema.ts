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
  /** Events older than this are not shown. */
  days: z.int().min(1).max(365),
}

/** Settings of a service's public board. */
export const BoardSettings = z.object({
  ...settings,
  /** The address of the page; null until the board was switched on for the first time. */
  link: z.string().nullable(),
  /** Origins of websites that may show the page in a frame. */
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

/** Public text of an event, and whether the event is on the board. */
export const PublicText = z.object({
  text: z.string(),
  /** Its picture is shown to visitors who report something alike. */
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
