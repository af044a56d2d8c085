import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { LngLat } from '../../platform/kit/schema.ts'
import { DEFAULT_LANGUAGE, Language } from '../../platform/language/language.ts'

export const FoundPlace = z.object({ address: z.string(), coordinates: LngLat })
export type FoundPlace = z.infer<typeof FoundPlace>

export const placeApi = {
  search: {
    method: 'GET',
    path: '/places/search',
    cost: 3,
    summary:
      'Places by name, or by typed coordinates: the best match first, then the large ones and those close to `near`',
    needs: 'place.search',
    query: z.object({
      text: z.string().trim().min(2).max(200),
      language: Language.default(DEFAULT_LANGUAGE),
      near: z
        .string()
        .regex(/^-?[\d.]+,-?[\d.]+$/)
        .transform((text) => text.split(',').map(Number))
        .pipe(LngLat)
        .optional(),
    }),
    reply: z.array(FoundPlace),
  },
  reverse: {
    method: 'GET',
    path: '/places/reverse',
    summary: 'Address of a point; null if nothing is near, 503 if the look-up failed',
    needs: 'place.search',
    query: z.object({
      lng: z.coerce.number().min(-180).max(180),
      lat: z.coerce.number().min(-90).max(90),
      language: Language.default(DEFAULT_LANGUAGE),
    }),
    reply: z.object({ address: z.string().nullable() }),
  },
} as const satisfies Record<string, Endpoint>
