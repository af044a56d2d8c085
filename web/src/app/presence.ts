import type { QueryClient } from '@tanstack/react-query'
import type { LiveMessage, Member, MemberDetails, MemberGroups, MemberPosition } from '#contract'
import { userKeys } from '../people/user/keys.ts'

type Presence = NonNullable<Extract<LiveMessage, { type: 'PRESENCE_CHANGED' }>['users']>[number]

/** Applies presence and locations to the cached team. Returns whether positions must be reloaded. */
export const notePresence = (queries: QueryClient, users: readonly Presence[]): boolean => {
  const news = new Map(users.map(({ _id, ...presence }) => [_id, presence]))
  const patched = <M extends Member>(member: M): M => ({ ...member, ...news.get(member._id) })
  queries.setQueryData<MemberGroups>(
    userKeys.team,
    (team) => team && { ...team, total: team.total.map((member) => (news.has(member._id) ? patched(member) : member)) },
  )
  for (const { _id } of users)
    queries.setQueryData<MemberDetails>(userKeys.one(_id), (member) => member && patched(member))
  return notePositions(queries, users)
}

/**
 * Updates cached positions, and leaves the cache untouched if none of the members is in it, so that the map is not
 * redrawn.
 */
const notePositions = (queries: QueryClient, users: readonly Presence[]): boolean => {
  const cached = queries.getQueryData<MemberPosition[]>(userKeys.positions)
  if (!cached) return false
  const known = new Set(cached.map(({ _id }) => _id))
  // The positions need the names of new members, which the message does not contain.
  const hasNew = users.some(({ _id, location }) => location && !known.has(_id))
  if (!users.some(({ _id }) => known.has(_id))) return hasNew
  const news = new Map(users.map(({ _id, location, locationAt }) => [_id, { location, locationAt }]))
  queries.setQueryData<MemberPosition[]>(
    userKeys.positions,
    cached.flatMap((one) => {
      const { location, locationAt } = news.get(one._id) ?? one
      return location && locationAt ? { ...one, location, locationAt } : []
    }),
  )
  return hasNew
}
