import { addressOf, aoiApi, eventTypeApi, OWN_SERVICE, regionApi, settingApi, userApi } from '#contract'
import { searchOf } from '../../api/call.ts'
import { firstPageOf } from '../../core/aoi/list/first-page.ts'
import { aoiQueryOf } from '../../screens/workspace/aoi-query.ts'
import { type Day, instantsOf } from '../../screens/workspace/date-range.ts'
import { aoiKindOf, panelOf, rangeOf, type Workspace, type WorkspacePath } from '../../screens/workspace/workspace.ts'

export type FirstView = {
  path: WorkspacePath
  workspace: Workspace
  today: Day
  /** Whether the device remembers a view of the map; otherwise the regions decide. */
  hasMapView: boolean
}

export const profileAddress = addressOf(userApi.profile)
export const regionsAddress = addressOf(regionApi.all)

/**
 * What the workspace asks for at once: its calls find the replies under way. One that is missing here costs only time. They
 * come one after another: who is signed in first, then what the list shows, then the counters.
 */
export const firstAddresses = ({ path, workspace, today, hasMapView }: FirstView): string[] => {
  const kind = aoiKindOf(workspace, path)
  const counted = { ...instantsOf(rangeOf(workspace, today)), type: kind }
  const isListShown = path === '/' && panelOf(workspace, path) === 'events' && isPlainList(workspace)
  return [
    profileAddress,
    addressOf(settingApi.read),
    ...(path === '/' && !hasMapView ? [regionsAddress] : []),
    ...(path === '/' ? [eventTypesAddress(OWN_SERVICE)] : []),
    ...(isListShown ? [addressOf(aoiApi.filtered) + searchOf(firstPageOf(aoiQueryOf(workspace, path, today)))] : []),
    addressOf(aoiApi.sharedMetrics),
    ...(kind === 'event' ? [addressOf(aoiApi.stateMetrics) + searchOf(counted)] : []),
  ]
}

/** Lists in groups, and those sorted by the distance from here, begin otherwise. */
const isPlainList = ({ tab, sort, form }: Workspace): boolean =>
  (tab === undefined || tab === 'all') && sort !== 'nearest' && form === undefined

/** The event types of the list's rows and the map's marks. */
export const eventTypesAddress = (service: string): string =>
  addressOf(eventTypeApi.ofService, { service }) + searchOf({ archived: 'true' })
