import type { Language } from '#contract'
import activities from './activities.json' with { type: 'json' }
import type { PlaceName } from './places.ts'

type DemoCriterion = { name: string; target: number } & ({ action: string } | { eventType: string })

export type DemoGroup = {
  name: string
  description: string
  place: PlaceName
  admin: string
  members: string[]
  visitors: number
  criteria: DemoCriterion[]
  monthly?: { name: string; description: string }
}

export type DemoActivity = {
  name: string
  description: string
  place: PlaceName
  /** Indexes into the community's list of groups. */
  groups: number[]
  day: number
  /** UTC. */
  hour: number
  hours?: number
  isPublic?: true
  subscribers?: number
}

export type DemoCommunity = { title: string; he: string; groups: DemoGroup[]; activities: DemoActivity[] }

export const bayCommunities = activities.bay as DemoCommunity[]
export const harborCommunities = activities.harbor as DemoCommunity[]

export const privateTalk = activities.privateTalk as Record<Language, [question: string, answer: string][]>

export const updatesForAll: Record<Language, string[]> = activities.updatesForAll
