import { z } from 'zod'
import { EventType } from '../../core/event-type/api.ts'
import { PublicService } from '../../people/service/schema.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, LngLat, trimmed } from '../../platform/kit/schema.ts'
import { BoardChange, BoardEntry, BoardSettings, BoardToken, PUBLIC_TEXT_MAX, PublicText } from './schema.ts'

export const Board = z.object({
  service: PublicService,
  /** Path on this server of the service's own map style; null for the server's style. */
  styleUrl: z.string().nullable(),
  cellMetres: z.number().int(),
  days: z.number().int(),
  types: z.array(EventType.pick({ name: true, translations: true, icon: true, colour: true })),
  /** Newest days first. */
  entries: z.array(BoardEntry),
  isCut: z.boolean(),
})
export type Board = z.infer<typeof Board>

/** A board entry that may describe the same event, with its distance rounded to cells. */
export const BoardTwin = BoardEntry.extend({
  metres: z.number().int(),
  photo: z.string().nullable(),
})
export type BoardTwin = z.infer<typeof BoardTwin>

export const boardApi = {
  settings: {
    method: 'GET',
    path: '/board',
    summary: 'Read the public board settings of one’s service',
    needs: 'report.review',
    reply: BoardSettings,
  },
  change: {
    method: 'PATCH',
    path: '/board',
    summary: 'Set what the public board shows, how coarsely, and which websites may embed it',
    needs: 'publicLink.replace',
    body: BoardChange,
    reply: BoardSettings,
  },
  text: {
    method: 'GET',
    path: '/board/texts/:id',
    summary: 'The public text of an event, and whether the public board shows the event',
    needs: 'report.review',
    params: idParams,
    reply: PublicText,
  },
  writeText: {
    method: 'PATCH',
    path: '/board/texts/:id',
    summary: 'Set the public text of an event, and whether its photo is public. An empty text removes both',
    needs: 'report.review',
    params: idParams,
    body: z.object({ text: trimmed(PUBLIC_TEXT_MAX), hasPhoto: z.boolean().default(false) }),
    reply: PublicText,
  },
  read: {
    method: 'GET',
    path: '/public-board/:board',
    summary: 'The public board: type, state, day, cell and public text of events; takes no filter and reads no session',
    needs: 'link',
    params: z.object({ board: BoardToken }),
    reply: Board,
    raw: 'application/json; charset=utf-8',
  },
  similar: {
    method: 'POST',
    path: '/public-board/:board/similar',
    summary:
      'Suggest up to three entries of the public board that may be the same as the report, the most similar first',
    needs: 'link',
    cost: 3,
    params: z.object({ board: BoardToken }),
    body: z.object({ typeId: Id, place: LngLat, text: trimmed(5000) }),
    reply: z.array(BoardTwin),
  },
} as const satisfies Record<string, Endpoint>
