import type { DemoCommunity } from './activities.ts'
import { bayEventTypes, type DemoAction, type DemoEventType, type DemoRole } from './configuration.ts'
import type { DemoEvent } from './events.ts'
import haifa from './haifa.json' with { type: 'json' }
import type { DemoPerson } from './people.ts'
import type { DemoRegion } from './places.ts'

export const haifaRoles = haifa.roles as DemoRole[]
export const haifaActions = haifa.actions as DemoAction[]

const medicalGuide = {
  guide: 'If someone’s life is in danger, call 101 first. Then stay with the person.',
  guideHe: 'אם יש סכנת חיים, התקשרו קודם ל־101. אחר כך הישארו ליד האדם.',
}

export const haifaEventTypes: DemoEventType[] = bayEventTypes
  .filter(({ key }) => ['road', 'medical', 'fire', 'flood', 'power', 'missing'].includes(key))
  .map(({ url: _, ...type }) => (type.key === 'medical' ? { ...type, ...medicalGuide } : type))

export const haifaRegions = haifa.regions as DemoRegion[]

/** The username of the account that README.md names for the Hebrew service. */
export const hebrewAccount = 'hebrew'

export const haifaPeople = haifa.people as DemoPerson[]
export const haifaEvents = haifa.events as DemoEvent[]
export const haifaCommunities = haifa.communities as DemoCommunity[]
