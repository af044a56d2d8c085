import { displayName, type Member, type MemberGroup, type MemberGroups } from '#contract'
import type { GroupItem } from '../../ui/lists/GroupedList.tsx'

export const teamTabs = ['name', 'role', 'service'] as const
export type TeamTab = (typeof teamTabs)[number]

export type TeamItem = GroupItem<MemberGroup> | { kind: 'member'; key: string; member: Member }

const matches = (member: Member, find: string): boolean =>
  [displayName(member), member.username, member.role?.name, member.phone].some((text) =>
    text?.toLocaleLowerCase().includes(find),
  )

const asRow = (member: Member): TeamItem => ({ kind: 'member', key: member._id, member })

/** The rows of a tab. While something is searched for, every group that holds a match stands open. */
export const teamItems = (
  team: MemberGroups,
  { tab, find, closed }: { tab: TeamTab; find: string; closed: ReadonlySet<string> },
): TeamItem[] => {
  const wanted = find.trim().toLocaleLowerCase()
  const found = wanted ? team.total.filter((member) => matches(member, wanted)) : team.total
  if (tab === 'name') return found.map(asRow)
  const byId = new Map(found.map((member) => [member._id, member]))
  return (tab === 'role' ? team.byRole : team.byService).flatMap((group) => {
    const members = group.users.flatMap((id) => byId.get(id) ?? [])
    if (members.length === 0) return []
    const isOpen = wanted !== '' || !closed.has(group._id)
    const header: TeamItem = { kind: 'group', key: `group.${group._id}`, group, count: members.length, isOpen }
    return isOpen ? [header, ...members.map(asRow)] : [header]
  })
}
