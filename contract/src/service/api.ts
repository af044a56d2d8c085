import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { EventType } from '../event-type/api.ts'
import { LocalMap, Region } from '../region/api.ts'
import { Id, one, Translations } from '../schema.ts'

export const ServiceColours = z.object({
  primary: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .optional(),
})

/** One organisation: the tenant. */
export const ServiceName = z.object({ _id: Id, title: z.string(), logo: z.string().nullable() })
export type ServiceName = z.infer<typeof ServiceName>

export const Service = ServiceName.extend({
  colours: ServiceColours,
  translations: Translations,
  chatTemplate: z.string().nullable(),
  regions: z.array(Region),
  localMaps: z.array(LocalMap),
  publicActions: z.array(EventType),
})
export type Service = z.infer<typeof Service>

export const serviceApi = {
  visible: {
    method: 'GET',
    path: '/service',
    summary: 'The services the caller can see, its own first',
    needs: 'service.read',
    reply: z.array(ServiceName),
  },
  byId: {
    method: 'GET',
    path: '/service/:id',
    summary: 'One service with its regions, local maps and event types',
    needs: 'service.read',
    params: one,
    reply: Service,
  },
} as const satisfies Record<string, Endpoint>
