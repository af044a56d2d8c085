import type { StarterSetName } from './api.ts'
import { city } from './sets/city.ts'
import { emergency } from './sets/emergency.ts'
import { eventSafety } from './sets/event-safety.ts'
import { neighbourhood } from './sets/neighbourhood.ts'
import type { StarterSet } from './sets/set.ts'

export const starterSets: Record<StarterSetName, StarterSet> = { emergency, neighbourhood, city, eventSafety }
