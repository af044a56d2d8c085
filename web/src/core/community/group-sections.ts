import type { Community, GroupSummary } from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { inOrder, type ListOrder } from '../../ui/lists/list-order.ts'

type Section<G> = { community: Community; groups: G[] }

export const groupsMatching = <G extends Pick<GroupSummary, 'name' | 'translations'>>(
  groups: readonly G[],
  find: string,
): G[] => {
  const query = find.trim().toLocaleLowerCase()
  return groups.filter((group) => nameOf(group).toLocaleLowerCase().includes(query))
}

/** Communities with their groups, as the list shows them. A search leaves only communities with a matching group. */
export const groupSections = (
  { communities, groups }: { communities: readonly Community[]; groups: readonly GroupSummary[] },
  { find, order }: { find: string; order: ListOrder },
): Section<GroupSummary>[] => {
  const matching = inOrder(groupsMatching(groups, find), order, (group) => ({
    name: nameOf(group),
    createdAt: group.createdAt,
  }))
  return communities
    .map((community) => ({ community, groups: matching.filter(({ communityId }) => communityId === community._id) }))
    .filter((section) => find.trim() === '' || section.groups.length > 0)
}
