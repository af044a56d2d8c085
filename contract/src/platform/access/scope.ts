import type { Action } from './action.ts'

/** Scopes of API tokens. The rights of the token's creator limit them further. */
export const tokenScopes = ['events', 'contacts', 'report', 'log', 'readings', 'configuration', 'position'] as const
export type TokenScope = (typeof tokenScopes)[number]

export type TokenGrant = {
  id: string
  scopes: readonly TokenScope[]
  /** Null for no limit. An AOI without a type is outside any limit of types. */
  eventTypeIds: readonly string[] | null
  regionIds: readonly string[] | null
}

const names: readonly Action[] = ['token.current', 'service.list', 'eventType.read', 'region.list', 'region.read']
const events: readonly Action[] = [...names, 'live.listen', 'service.readAois', 'aoi.list', 'aoi.read']

/** Scope of a member's own token for its phone; such a token has no other scope. */
export const OWN_SCOPE = 'position' satisfies TokenScope

/** Actions of each scope. `log` includes reading, because replies to log entries and to archiving contain the event. */
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
