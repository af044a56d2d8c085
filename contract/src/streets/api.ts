import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'

const Count = z.coerce.number().int().nonnegative()

export const streetsApi = {
  tile: {
    method: 'GET',
    path: '/streets/tiles/:revision/:set/:z/:x/:y',
    summary: 'One tile of the server’s own streets',
    needs: 'link',
    params: z.object({
      revision: z.string().regex(/^\w{1,32}$/),
      set: z.string().regex(/^\w{1,32}$/),
      z: Count.max(25),
      x: Count,
      y: Count,
    }),
    // A view asks for dozens of tiles.
    cost: 0,
    reply: z.unknown(),
    raw: 'application/x-protobuf',
  },
} as const satisfies Record<string, Endpoint>
