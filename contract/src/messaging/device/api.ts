import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'

export const deviceApi = {
  key: {
    method: 'GET',
    path: '/user/device-key',
    summary: 'The key that seals what this member keeps on its devices; the same for all of them',
    needs: 'profile.read',
    reply: z.object({ key: z.string() }),
  },
} as const satisfies Record<string, Endpoint>
