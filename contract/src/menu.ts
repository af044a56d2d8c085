import type { UserType } from './subject.ts'

export type MenuItem =
  | 'events'
  | 'activities'
  | 'alarms'
  | 'groups'
  | 'sensors'
  | 'archived'
  | 'profile'
  | 'team'
  | 'settings'
  | 'gettingStarted'
  | 'about'

/**
 * Who sees which item of the menu (specification, section 6, and behaviour 60). Groups also wait until there are any.
 */
const menu: Record<UserType, readonly MenuItem[]> = {
  Operator: ['events', 'activities', 'alarms', 'archived', 'profile', 'team', 'about'],
  Admin: [
    'events',
    'activities',
    'alarms',
    'groups',
    'archived',
    'profile',
    'team',
    'settings',
    'gettingStarted',
    'about',
  ],
  Technician: [
    'events',
    'activities',
    'alarms',
    'groups',
    'sensors',
    'archived',
    'profile',
    'team',
    'settings',
    'gettingStarted',
    'about',
  ],
}
const needsNetwork: readonly MenuItem[] = ['events', 'activities', 'gettingStarted']

export const menuFor = (type: UserType, world: { hasGroups: boolean; isOffline: boolean }): MenuItem[] =>
  menu[type].filter(
    (item) => (item !== 'groups' || world.hasGroups) && !(world.isOffline && needsNetwork.includes(item)),
  )
