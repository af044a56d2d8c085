import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { Id, idParams } from '../../platform/kit/schema.ts'
import { Rota, RotaDraft, RotaSwap } from './schema.ts'

export const rotaApi = {
  list: {
    method: 'GET',
    path: '/rotas',
    summary: 'The rotas of one’s own service: who is on duty, week by week',
    needs: 'rota.list',
    reply: z.array(Rota),
  },
  create: {
    method: 'POST',
    path: '/rotas',
    summary: 'Make a rota',
    needs: 'rule.edit',
    body: RotaDraft,
    reply: Rota,
  },
  change: {
    method: 'PATCH',
    path: '/rotas/:id',
    summary: 'Change a rota; swaps of coming weeks stay',
    needs: 'rule.edit',
    params: idParams,
    body: RotaDraft.partial(),
    reply: Rota,
  },
  remove: {
    method: 'DELETE',
    path: '/rotas/:id',
    summary: 'Delete a rota. Levels of escalation plans that use it no longer notify anyone through it',
    needs: 'rule.edit',
    params: idParams,
    reply: z.object({ _id: Id }),
  },
  swap: {
    method: 'POST',
    path: '/rotas/:id/swaps',
    summary:
      'Give a week to another member of the rota, or to the member whose turn it is, to end a swap. Allowed for members of the rota',
    needs: 'rota.swap',
    params: idParams,
    body: RotaSwap,
    reply: Rota,
  },
} as const satisfies Record<string, Endpoint>
