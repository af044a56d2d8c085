import type { UserType } from './subject.ts'

export type MenuItem =
  | 'events'
  | 'activities'
  | 'alarms'
  | 'warnings'
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
 * Menu items by access level. Groups is shown if a group exists, Warnings if a warning feed exists, and Review with the
 * right to review.
 */
const menu: Record<UserType, readonly MenuItem[]> = {
  Operator: ['events', 'activities', 'alarms', 'warnings', 'review', 'archived', 'profile', 'team', 'about'],
  Admin: [
    'events',
    'activities',
    'groups',
    'alarms',
    'warnings',
    'review',
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
    'groups',
    'alarms',
    'warnings',
    'review',
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

type World = { hasGroups: boolean; hasWarnings: boolean; mayReview: boolean; isOffline: boolean }

export const menuFor = (type: UserType, world: World): MenuItem[] =>
  menu[type].filter(
    (item) =>
      (item !== 'groups' || world.hasGroups) &&
      (item !== 'warnings' || world.hasWarnings) &&
      (item !== 'review' || world.mayReview) &&
      !(world.isOffline && needsNetwork.includes(item)),
  )
