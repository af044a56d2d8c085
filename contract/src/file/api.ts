import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

export const IMAGE_MAX_BYTES = 2_000_000

export const fileApi = {
  read: {
    method: 'GET',
    path: '/files/:token',
    summary: 'An image or a recording by its unguessable address; size=thumb answers the small image',
    needs: 'link',
    cost: 0,
    params: z.object({ token: z.string().regex(/^[\w-]{20,64}$/) }),
    query: z.object({ size: z.enum(['full', 'thumb']).default('full') }),
    reply: z.unknown(),
    raw: 'image/*',
  },
} as const satisfies Record<string, Endpoint>
