import type { QueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract'
import { ownExtentQuery, sharedCountQuery, stateMetricsQuery } from '../core/aoi/data.ts'
import { firstRowsQuery } from '../core/aoi/list/rows.ts'
import { hasStoredView } from '../map/view.ts'
import { settingsQuery } from '../people/setting/data.ts'
import { profileQuery } from '../people/user/data.ts'
import { currentAddress } from '../screens/workspace/address.ts'
import { aoiQueryOf } from '../screens/workspace/aoi-query.ts'
import { countedKindOf } from '../screens/workspace/counting.ts'
import { dayOf, instantsOf } from '../screens/workspace/date-range.ts'
import { isWorkspacePath, panelOf, rangeOf, type Workspace } from '../screens/workspace/workspace.ts'
import { NARROW_PX } from '../ui/theme/narrow.ts'

/** Prefetches the data of the first view while texts and profile load. The page works without it. */
export const prefetchFirstView = (queries: QueryClient): void => {
  const { path, workspace } = currentAddress()
  if (!isWorkspacePath(path)) return
  const today = dayOf(new Date())
  const profile = queries.prefetchQuery(profileQuery)
  void queries.prefetchQuery(settingsQuery)
  // Without a stored view and a home area, the first view of the map depends on the events.
  if (path === '/' && !hasStoredView())
    void profile.then(() => {
      const service = queries.getQueryData<Profile>(profileQuery.queryKey)?.service
      if (service && !service.homeArea) void queries.prefetchQuery(ownExtentQuery)
    })
  if (path === '/' && panelOf(workspace, path) === 'events' && isPlainList(workspace))
    void queries.prefetchQuery(firstRowsQuery(queries, aoiQueryOf(workspace, path, today)))
  void queries.prefetchQuery(sharedCountQuery)
  if (innerWidth >= NARROW_PX)
    void queries.prefetchQuery(stateMetricsQuery(instantsOf(rangeOf(workspace, today)), countedKindOf(workspace, path)))
}

/**
 * Whether the list starts with the request for its first rows. Grouped lists and lists by distance start with others.
 */
const isPlainList = ({ tab, sort, form }: Workspace): boolean =>
  (tab === undefined || tab === 'all') && sort !== 'nearest' && form === undefined
