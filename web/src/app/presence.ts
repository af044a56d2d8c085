import type { QueryClient } from '@tanstack/react-query'
import type { LiveMessage, Member, MemberDetails, MemberGroups, MemberPosition } from '#contract'

type Presence = Extract<LiveMessage, { type: 'USER_PRESENCE' }>

/** Puts a member's presence and location into the cached team, without a request. */
export const notePresence = (queries: QueryClient, { userId, isOnline, location, locationAt }: Presence): void => {
  const patched = <M extends Member>(member: M): M => ({ ...member, isOnline, location, locationAt })
  queries.setQueryData<MemberGroups>(
    ['user', 'grouped'],
    (team) =>
      team && { ...team, total: team.total.map((member) => (member._id === userId ? patched(member) : member)) },
  )
  queries.setQueryData<MemberDetails>(['user', 'one', userId], (member) => member && patched(member))
  const positions = ['user', 'positions']
  const cached = queries.getQueryData<MemberPosition[]>(positions)
  if (!cached) return
  if (location && !cached.some(({ _id }) => _id === userId))
    return void queries.invalidateQueries({ queryKey: positions })
  queries.setQueryData<MemberPosition[]>(
    positions,
    cached.flatMap((one) =>
      one._id !== userId ? one : location && locationAt ? { ...one, location, locationAt } : [],
    ),
  )
}
