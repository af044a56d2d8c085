import type { Language, UserType } from '#contract'
import people from './people.json' with { type: 'json' }
import type { PlaceName } from './places.ts'

export type DemoPerson = {
  username: string
  firstName: string
  lastName: string
  role: string
  home: PlaceName
  type?: UserType
  language?: Language
  description?: string
  isServerOwner?: true
  /** Whether the member has access to the second service. */
  seesOther?: true
}

export const accounts = people.accounts as DemoPerson[]
export const colleagues = people.colleagues as DemoPerson[]
export const harborPeople = people.harbor as DemoPerson[]
