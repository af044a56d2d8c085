import type { AoiKind } from '#contract'
import {
  aoiKindOf,
  type Filter,
  lastPanel,
  type Panel,
  type Workspace,
  type WorkspacePath,
  withoutPlace,
} from './workspace.ts'

const countedPanels: readonly Panel[] = ['events', 'activities', 'aois']
/** Views that fill the screen and have no list. */
const pagesWithoutList: readonly Workspace['view'][] = ['audit', 'review']

export const hasCountedList = (workspace: Workspace, path: WorkspacePath): boolean =>
  countedPanels.includes(lastPanel(workspace, path)) && !pagesWithoutList.includes(workspace.view)

/** Kind of AOI that the counters count: the kind of the page's list, or events on pages without a list. */
export const countedKindOf = (workspace: Workspace, path: WorkspacePath): AoiKind =>
  hasCountedList(workspace, path) ? aoiKindOf(workspace, path) : 'event'

/** Setting the current filter again clears it, as the specification says. Pages without a list open events. */
export const toggleFilter = (
  workspace: Workspace,
  path: WorkspacePath,
  filter: Filter,
  { isOffline }: { isOffline: boolean },
): { to: WorkspacePath; search: Workspace } => {
  const filtered: Workspace = {
    ...workspace,
    view: withoutPlace(workspace),
    form: undefined,
    filter: workspace.filter === filter ? undefined : filter,
  }
  if (hasCountedList(workspace, path)) return { to: path, search: filtered }
  const view = pagesWithoutList.includes(filtered.view) ? undefined : filtered.view
  // Offline mode has only the sensor page, which shows events in their panel.
  return { to: isOffline ? '/sensors' : '/', search: { ...filtered, panel: 'events', back: undefined, view, filter } }
}
