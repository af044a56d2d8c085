import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'

export const deviceApi = {
  key: {
    method: 'GET',
    path: '/user/device-key',
    summary: 'Read the key that encrypts this member’s data on their devices; the same for all devices',
    needs: 'profile.read',
    reply: z.object({ key: z.string() }),
  },
} as const satisfies Record<string, Endpoint>
