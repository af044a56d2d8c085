import type { GroupSummary, LngLat, MemberGroups, MemberPosition } from '#contract'
import { groupsMatching } from '../../core/community/group-sections.ts'
import { membersMatching } from '../../people/user/team/team-items.ts'

export const memberPlaces = (
  positions: readonly MemberPosition[],
  team: MemberGroups | undefined,
  find: string,
): LngLat[] => {
  if (find.trim() === '') return positions.map(({ location }) => location)
  const ids = new Set(membersMatching(team?.total ?? [], find).map(({ _id }) => _id))
  return positions.filter(({ _id }) => ids.has(_id)).map(({ location }) => location)
}

export const groupPlaces = (groups: readonly GroupSummary[], find: string): LngLat[] =>
  groupsMatching(groups, find).flatMap(({ position }) => (position ? [position] : []))
