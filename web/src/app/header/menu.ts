import type { MenuItem } from '#contract'
import { openPanel, type Panel, type Workspace, type WorkspacePath } from '../../screens/workspace/workspace.ts'

type Place = { workspace: Workspace; path: WorkspacePath; isOffline: boolean }
export type Target = { to: WorkspacePath; search: Workspace }

const panelFor: Record<Exclude<MenuItem, 'about' | 'profile'>, Panel> = {
  events: 'events',
  activities: 'activities',
  alarms: 'alarms',
  warnings: 'warnings',
  review: 'events',
  groups: 'groups',
  sensors: 'aois',
  archived: 'events',
  team: 'users',
  settings: 'settings',
  gettingStarted: 'events',
}

/** On /sensors the events item is called AOI, and opens the same list. */
export const labelOf = (item: MenuItem, path: WorkspacePath): `menu.${MenuItem | 'aoi'}` =>
  item === 'events' && path === '/sensors' ? 'menu.aoi' : `menu.${item}`

/** The address of a menu item. Keeps the date range; resets filter, selection and view. */
export const targetOf = (item: Exclude<MenuItem, 'about'>, { workspace, path, isOffline }: Place): Target => {
  if (item === 'profile') return { to: path, search: openPanel(workspace, path, 'edituser') }
  const { from, to } = workspace
  const search: Workspace = { from, to, panel: panelFor[item] }
  if (item === 'archived') search.filter = 'done'
  // Review fills the screen, so the list is closed.
  if (item === 'review') return { to: '/', search: { from, to, panel: 'closed', view: 'review' } }
  // Offline mode has only the sensor page, where the remaining items open as panels.
  return { to: item === 'sensors' || isOffline ? '/sensors' : '/', search }
}
