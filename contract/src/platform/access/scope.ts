import type { Action } from './action.ts'

/** Actions that an API token may perform. Its creator's rights limit them further. */
export const tokenScopes = ['events', 'contacts', 'report', 'log', 'readings', 'configuration', 'position'] as const
export type TokenScope = (typeof tokenScopes)[number]

export type TokenGrant = {
  id: string
  scopes: readonly TokenScope[]
  /** Null: all. Things without a type are outside of a limit. */
  eventTypeIds: readonly string[] | null
  regionIds: readonly string[] | null
}

const names: readonly Action[] = ['token.current', 'service.list', 'eventType.read', 'region.list', 'region.read']
const events: readonly Action[] = [...names, 'live.listen', 'service.readAois', 'aoi.list', 'aoi.read']

/** A member's own token for its phone: it stays with this member and has no other scope. */
export const OWN_SCOPE = 'position' satisfies TokenScope

/** Replies to a log entry and to archiving contain the event, so `log` includes reading. */
export const actionsOf: Record<TokenScope, readonly Action[]> = {
  events,
  contacts: events,
  report: [...names, 'aoi.create', 'place.search'],
  log: [...events, 'aoi.log', 'aoi.archive'],
  readings: ['token.current', 'reading.send'],
  configuration: [
    ...names,
    'action.list',
    'role.list',
    'role.read',
    'service.readMetrics',
    'community.list',
    'sensor.list',
    'sensor.read',
  ],
  position: ['token.current', 'position.send'],
}
