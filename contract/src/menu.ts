import type { UserType } from './subject.ts'

export type MenuItem =
  | 'events'
  | 'activities'
  | 'alarms'
  | 'review'
  | 'groups'
  | 'sensors'
  | 'archived'
  | 'profile'
  | 'team'
  | 'settings'
  | 'gettingStarted'
  | 'about'

/**
 * Who sees which item of the menu. Groups also wait until there are any, and the review is for those
 * who may review.
 */
const menu: Record<UserType, readonly MenuItem[]> = {
  Operator: ['events', 'activities', 'alarms', 'review', 'archived', 'profile', 'team', 'about'],
  Admin: [
    'events',
    'activities',
    'alarms',
    'review',
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
    'review',
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
const needsNetwork: readonly MenuItem[] = ['events', 'activities', 'review', 'gettingStarted']

type World = { hasGroups: boolean; mayReview: boolean; isOffline: boolean }

export const menuFor = (type: UserType, world: World): MenuItem[] =>
  menu[type].filter(
    (item) =>
      (item !== 'groups' || world.hasGroups) &&
      (item !== 'review' || world.mayReview) &&
      !(world.isOffline && needsNetwork.includes(item)),
  )
