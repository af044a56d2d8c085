import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'

export const IMAGE_MAX_BYTES = 2_000_000

/** A request with these headers evicts the file from the browser's cache; the reply is empty (RFC 7240). */
export const DROP_COPY = { prefer: 'return=minimal' } as const

export const fileApi = {
  read: {
    method: 'GET',
    path: '/files/:token',
    summary: 'Read an image or a recording at its unguessable address. size=thumb returns the small image',
    needs: 'link',
    cost: 0,
    params: z.object({ token: z.string().regex(/^[\w-]{20,64}$/) }),
    query: z.object({
      size: z.enum(['full', 'thumb']).default('full'),
      /** `none` forbids caching, for visitors' devices, which cannot be notified of a redaction. */
      copy: z.enum(['keep', 'none']).default('keep'),
    }),
    reply: z.unknown(),
    raw: 'image/*',
  },
} as const satisfies Record<string, Endpoint>
