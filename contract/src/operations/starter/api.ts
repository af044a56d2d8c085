import { z } from 'zod'
import type { Endpoint } from '../../platform/http/endpoint.ts'

/** A set of roles, actions, event types, metrics, rules and communities with which a service can start. */
export const StarterSetName = z.enum(['emergency', 'neighbourhood', 'city', 'eventSafety'])
export type StarterSetName = z.infer<typeof StarterSetName>

export const AppliedSet = z.object({ name: StarterSetName, count: z.number().int(), canTakeBack: z.boolean() })
export type AppliedSet = z.infer<typeof AppliedSet>

/** Steps of a new service before its first report. Only the server's owner has the last two. */
export const gettingStartedSteps = [
  'starterSet',
  'homeArea',
  'eventTypes',
  'roles',
  'team',
  'publicLink',
  'streets',
  'backup',
] as const
export type GettingStartedStep = (typeof gettingStartedSteps)[number]

export const GettingStarted = z.array(z.object({ name: z.enum(gettingStartedSteps), isDone: z.boolean() }))
export type GettingStarted = z.infer<typeof GettingStarted>

const nameParams = z.object({ name: StarterSetName })

export const starterApi = {
  applied: {
    method: 'GET',
    path: '/starter-sets',
    summary: 'The starter sets that were added to the caller’s service',
    needs: 'service.edit',
    reply: z.array(AppliedSet),
  },
  apply: {
    method: 'POST',
    path: '/starter-sets/:name',
    summary: 'Add a starter set to the caller’s service. Items whose names exist are skipped',
    needs: 'service.edit',
    params: nameParams,
    reply: z.array(AppliedSet),
  },
  takeBack: {
    method: 'DELETE',
    path: '/starter-sets/:name',
    summary: 'Remove the items of a starter set. 409 while one of them is in use',
    needs: 'service.edit',
    params: nameParams,
    reply: z.array(AppliedSet),
  },
  steps: {
    method: 'GET',
    path: '/getting-started',
    summary: 'List the first steps of the caller’s service, and which of them are done',
    needs: 'service.edit',
    reply: GettingStarted,
  },
} as const satisfies Record<string, Endpoint>
