import { displayName, type Member, type MemberGroup, type MemberGroups } from '#contract'
import { nameOf } from '../../../i18n/names.ts'
import type { GroupItem } from '../../../ui/lists/GroupedList.tsx'
import { inOrder, type ListOrder } from '../../../ui/lists/list-order.ts'

export const teamTabs = ['name', 'role', 'service'] as const
export type TeamTab = (typeof teamTabs)[number]

export type TeamItem = GroupItem<MemberGroup> | { kind: 'member'; key: string; member: Member }

const matches = (member: Member, find: string): boolean =>
  [displayName(member), member.username, member.role && nameOf(member.role), member.phone].some((text) =>
    text?.toLocaleLowerCase().includes(find),
  )

export const membersMatching = (members: readonly Member[], find: string): readonly Member[] => {
  const query = find.trim().toLocaleLowerCase()
  return query ? members.filter((member) => matches(member, query)) : members
}

const asRow = (member: Member): TeamItem => ({ kind: 'member', key: member._id, member })

export type TeamListOptions = {
  tab: TeamTab
  find: string
  closed: ReadonlySet<string>
  order?: ListOrder
  compare?: ((one: Member, other: Member) => number) | undefined
}

export const teamItems = (team: MemberGroups, { tab, find, closed, order, compare }: TeamListOptions): TeamItem[] => {
  const query = find.trim().toLocaleLowerCase()
  const found = membersMatching(team.total, find)
  const matching = compare
    ? found.toSorted(compare)
    : order
      ? inOrder(found, order, (one) => ({ name: displayName(one), createdAt: one.createdAt }))
      : found
  if (tab === 'name') return matching.map(asRow)
  const byId = new Map(matching.map((member) => [member._id, member]))
  return (tab === 'role' ? team.byRole : team.byService).flatMap((group) => {
    const ids = new Set(group.users)
    const members = [...byId.values()].filter(({ _id }) => ids.has(_id))
    if (members.length === 0) return []
    const isOpen = query !== '' || !closed.has(group._id)
    const header: TeamItem = { kind: 'group', key: `group.${group._id}`, group, count: members.length, isOpen }
    return isOpen ? [header, ...members.map(asRow)] : [header]
  })
}
