import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type FeedFilter, mayEver, type Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { actorOf } from '../../people/user/data.ts'
import { endOf, startOf } from '../workspace/date-range.ts'
import { listFiltersFor } from '../workspace/list-filters.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { ListOfFeed } from './Feeds.tsx'

const ListFeed = lazy(
  withTexts(['export', 'calendar', 'admin'], () => import('./Feeds.tsx').then((file) => ({ default: file.ListFeed }))),
)

const DAY_MS = 86_400_000

const stateOf = ({ filter }: Workspace): FeedFilter['state'] =>
  filter === 'new' || filter === 'inProgress' || filter === 'done' ? filter : 'all'

/** Parsed by the dialog, since the list loads no schemas. */
const feedFilterOf = (workspace: Workspace, kind: FeedFilter['kind']): ListOfFeed => {
  const { from, to } = workspace
  return {
    ...listFiltersFor(workspace, kind),
    kind,
    state: stateOf(workspace),
    days: from && to ? Math.round((endOf(to).getTime() - startOf(from).getTime()) / DAY_MS) : undefined,
  }
}

const isReduced = (workspace: Workspace): boolean =>
  Boolean(workspace.find?.trim() || workspace.plan || (workspace.filter ?? 'all') !== stateOf(workspace))

/** A feed dialog and the function that opens it; undefined if the member may not export lists. */
export const useFeedDialog = (
  profile: Profile,
  { kind, title }: { kind: FeedFilter['kind']; title: string },
): { open: (() => void) | undefined; dialog: ReactNode } => {
  const { workspace } = useWorkspace()
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEver(actorOf(profile), 'list.export')) return { open: undefined, dialog: null }
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <ListFeed
          profile={profile}
          title={title}
          list={feedFilterOf(workspace, kind)}
          isReduced={isReduced(workspace)}
          onClose={() => setIsOpen(false)}
        />
      </Suspense>
    ),
  }
}
