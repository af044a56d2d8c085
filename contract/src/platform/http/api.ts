import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** In an address of a batch it stands for the id of the caller's own service, which a page may not know yet. */
export const OWN_SERVICE = 'own-service'

const MOST_ADDRESSES = 20

/** Header of each reply, on its own line. */
const BatchHead = z.object({
  /** As it was asked for. */
  address: z.string(),
  status: z.number().int(),
  headers: z.record(z.string(), z.string()),
  /** Set if the body is bytes: its line is their base64. */
  encoding: z.literal('base64').optional(),
})
export type BatchHead = z.infer<typeof BatchHead>

export const batchApi = {
  read: {
    method: 'GET',
    path: '/batch',
    summary:
      'Several reads in one request, each with the rights of its own. Two lines of JSON for each, in the order of the question: what its reply says besides its body, then the body. Tiles of the map may be among them, as text',
    needs: 'profile.read',
    query: z.object({
      get: z.preprocess(
        (value) => (typeof value === 'string' ? [value] : value),
        z.array(z.string().max(2000)).min(1).max(MOST_ADDRESSES),
      ),
    }),
    reply: BatchHead,
    raw: 'application/x-ndjson',
    // Each part has its own cost.
    cost: 0,
    beforeNewPassword: true,
    beforeSecondFactor: true,
  },
} as const satisfies Record<string, Endpoint>
