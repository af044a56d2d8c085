import { z } from 'zod'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { Id, idParams, Time } from '../../../platform/kit/schema.ts'

export const Share = z.object({ userId: Id, name: z.string(), sharedAt: Time, doneAt: Time.nullable() })
export type Share = z.infer<typeof Share>

export const shareApi = {
  share: {
    method: 'POST',
    path: '/aoi/:id/share',
    summary: 'Share an AOI with members. Idempotent; a share that was done is reopened',
    needs: 'aoi.share',
    params: idParams,
    body: z.object({ usersId: z.array(Id).min(1).max(500), targetAoi: Id.optional() }),
    reply: z.object({ shares: z.array(Share) }),
  },
  takeBack: {
    method: 'DELETE',
    path: '/aoi/:id/share/:userId',
    summary: 'Withdraw a share',
    needs: 'aoi.share',
    params: z.object({ id: Id, userId: Id }),
    reply: z.object({ shares: z.array(Share) }),
  },
  done: {
    method: 'POST',
    path: '/aoi/:id/share-done',
    summary: 'Mark the caller’s share of an AOI as done. The AOI is not archived',
    needs: 'aoi.share',
    params: idParams,
    reply: z.object({}),
  },
} as const satisfies Record<string, Endpoint>
