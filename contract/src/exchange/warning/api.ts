import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams, LngLat } from '../../platform/kit/schema.ts'
import { Language } from '../../platform/language/language.ts'
import { NewWarningFeed, WarningFeed, WarningFeedChange, WarningList } from './schema.ts'

export const NewWarningEvent = z.object({
  eventTypeId: Id,
  /** Place of the event, if other than the warning's; required if the warning has none. */
  coordinates: LngLat.optional(),
  /** Language of the event's texts, if the warning has it. Defaults to the service's main language. */
  language: Language.optional(),
})
export type NewWarningEvent = z.infer<typeof NewWarningEvent>

export const WarningEvent = z.object({
  _id: Id,
  name: z.string(),
  nonce: z.string(),
  /** False if a member had created the event before. */
  isNew: z.boolean(),
})
export type WarningEvent = z.infer<typeof WarningEvent>

export const warningApi = {
  list: {
    method: 'GET',
    path: '/warnings',
    summary: 'List current and upcoming warnings of the visible services, most severe first',
    needs: 'warning.list',
    reply: WarningList,
  },
  createEvent: {
    method: 'POST',
    path: '/warnings/:id/event',
    summary: 'Create an event from a warning. Repeated calls return the existing event',
    needs: 'aoi.create',
    membersOnly: true,
    params: idParams,
    body: NewWarningEvent,
    reply: WarningEvent,
  },
  feeds: {
    method: 'GET',
    path: '/warning-feeds',
    summary: 'List the warning feeds of one’s own service, with the result of the last check',
    needs: 'warningFeed.edit',
    reply: z.array(WarningFeed),
  },
  createFeed: {
    method: 'POST',
    path: '/warning-feeds',
    summary: 'Read CAP 1.2 warnings from an address: an Atom or RSS feed, or one document. It is checked at once',
    needs: 'warningFeed.edit',
    body: NewWarningFeed,
    reply: WarningFeed,
  },
  changeFeed: {
    method: 'PATCH',
    path: '/warning-feeds/:id',
    summary:
      'Change a warning feed, or switch it on or off. Fields that are not sent stay. Its warnings are read again',
    needs: 'warningFeed.edit',
    params: idParams,
    body: WarningFeedChange,
    reply: WarningFeed,
  },
  removeFeed: {
    method: 'DELETE',
    path: '/warning-feeds/:id',
    summary: 'Delete a warning feed with its warnings. Events created from them stay',
    needs: 'warningFeed.edit',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  checkFeed: {
    method: 'POST',
    path: '/warning-feeds/:id/check',
    cost: 5,
    summary: 'Check a warning feed within seconds; a live message follows',
    needs: 'warningFeed.edit',
    params: idParams,
    reply: WarningFeed,
  },
} as const satisfies Record<string, Endpoint>
