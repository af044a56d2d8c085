import type { AoiKind } from '#contract'
import { addDays, type Day } from './date-range.ts'
import type { ListFilters } from './list-filters.ts'

/** The state of the workspace, kept in the URL: map, lists, drawer and calendar render it. */

export const panels = [
  'events',
  'activities',
  'alarms',
  'groups',
  'aois',
  'edituser',
  'imports',
  'metrics',
  'regions',
  'rules',
  'eventssettings',
  'teamssettings',
  'servicesettings',
  'serversettings',
  'settings',
  'tokens',
  'users',
  'warnings',
  'warningfeeds',
] as const
export type Panel = (typeof panels)[number]

export const states = ['new', 'inProgress', 'done', 'shared', 'read', 'unread', 'all'] as const
export type Filter = (typeof states)[number] | `metric.${string}`

const METRIC = 'metric.'

export const metricIdOf = (filter: Filter | undefined): string | undefined =>
  filter?.startsWith(METRIC) ? filter.slice(METRIC.length) : undefined

export const tabs = [
  'all',
  'creator',
  'type',
  'community',
  'name',
  'role',
  'service',
  'status',
  'actions',
  'streets',
  'server',
  'backup',
  'starter',
  'general',
  'keys',
] as const

export const spans = ['month', 'week', 'day', 'agenda'] as const
export type Span = (typeof spans)[number]

export const selectable = ['aoi', 'user', 'sensor', 'group', 'warning'] as const
/** The kind and id of the selected item; at most one is selected. */
export type Selection = `${(typeof selectable)[number]}.${string}`

export const sorts = ['name', 'createdAt', 'startTime', 'upcoming', 'nearest'] as const

export type Workspace = ListFilters & {
  panel?: Panel | 'closed'
  back?: Panel
  sharing?: 'users' | 'events'
  selected?: Selection
  filter?: Filter
  from?: Day
  to?: Day
  /**
   * The view over the map. `place` shows the map alone to set the place of a form, and `map` to show the selection on a
   * phone.
   */
  view?: 'calendar' | 'chart' | 'dashboard' | 'audit' | 'review' | 'place' | 'map'
  span?: Span
  day?: Day
  also?: 'events'
  at?: string
  plan?: string
  tab?: (typeof tabs)[number]
  sort?: (typeof sorts)[number]
  order?: 'asc' | 'desc'
  find?: string
  form?: Form
}

const formPanels = {
  event: 'events',
  metric: 'metrics',
  region: 'regions',
  localmap: 'regions',
  rule: 'rules',
  escalation: 'rules',
  rota: 'rules',
  role: 'teamssettings',
  action: 'teamssettings',
  activity: 'activities',
  eventType: 'eventssettings',
  area: 'aois',
  sensor: 'aois',
  group: 'groups',
} as const satisfies Record<string, Panel>
export type FormKind = keyof typeof formPanels
export const isFormKind = (kind: string): kind is FormKind => kind in formPanels

type NewOrEdit = 'new' | `edit.${string}`
/** Event forms have no kind in the URL. */
export type Form = NewOrEdit | `${Exclude<FormKind, 'event'>}.${NewOrEdit}`

/** Reads kind and id: `role` and `7` from `role.edit.7`. No id means a new item. */
export const readForm = (form: Form): { kind: FormKind; id: string | undefined } => {
  const [, kind = 'event', id] = /^(?:([a-z]+)\.)?(?:new|edit\.(.+))$/i.exec(form) ?? []
  return { kind: kind as FormKind, id }
}

/** Activities are edited in the panel of sensor areas. */
const panelOfForm = (form: Form): Panel => {
  const { kind, id } = readForm(form)
  return kind === 'activity' && id ? 'aois' : formPanels[kind]
}

const workspacePaths = ['/', '/sensors', '/calendar'] as const
export type WorkspacePath = (typeof workspacePaths)[number]
export const isWorkspacePath = (path: string): path is WorkspacePath => workspacePaths.some((one) => one === path)

const defaultPanel: Record<WorkspacePath, Panel> = { '/': 'events', '/sensors': 'aois', '/calendar': 'activities' }

export const panelOf = (workspace: Workspace, path: WorkspacePath): Panel | 'closed' =>
  workspace.panel ?? defaultPanel[path]

/** The views `place` and `map` end when their panel is left. */
export const withoutPlace = ({ view }: Workspace): Workspace['view'] =>
  view === 'place' || view === 'map' ? undefined : view

export const openPanel = (workspace: Workspace, path: WorkspacePath, panel: Panel): Workspace => {
  const before = panelOf(workspace, path)
  return {
    ...workspace,
    panel,
    view: withoutPlace(workspace),
    sharing: undefined,
    // Opening the panel that contains the form closes the form; opening another panel keeps it.
    form: workspace.form && panelOfForm(workspace.form) === panel ? undefined : workspace.form,
    back: before === 'closed' ? undefined : before === panel ? workspace.back : before,
  }
}

export const previousPanel = (workspace: Workspace): Workspace => ({
  ...workspace,
  panel: workspace.back,
  view: withoutPlace(workspace),
  back: undefined,
})

/** Keeps the panel in `back`, so that reopening shows the same list. */
export const closePanel = (workspace: Workspace): Workspace => ({
  ...workspace,
  panel: 'closed',
  view: withoutPlace(workspace),
  sharing: undefined,
  back: workspace.panel === 'closed' || workspace.panel === 'events' ? undefined : workspace.panel,
})

/** The open panel, or the last one if it is closed. */
export const lastPanel = (workspace: Workspace, path: WorkspacePath): Panel => {
  const panel = panelOf(workspace, path)
  return panel === 'closed' ? (workspace.back ?? defaultPanel[path]) : panel
}

export const aoiKindOf = (workspace: Workspace, path: WorkspacePath): AoiKind => {
  const shown = lastPanel(workspace, path)
  if (shown === 'aois') return workspace.form && readForm(workspace.form).kind === 'activity' ? 'activity' : 'sensor'
  return shown === 'activities' || shown === 'groups' ? 'activity' : 'event'
}

export const shownForm = (workspace: Workspace, path: WorkspacePath): Form | undefined =>
  workspace.form && panelOf(workspace, path) === panelOfForm(workspace.form) ? workspace.form : undefined

export const leaveForm = (workspace: Workspace): Workspace => ({
  ...workspace,
  ...(workspace.form && readForm(workspace.form).kind === 'activity' && { panel: 'activities', back: undefined }),
  form: undefined,
  at: undefined,
  view: withoutPlace(workspace),
})

export const selectedId = ({ selected }: Workspace, kind: (typeof selectable)[number]): string | undefined =>
  selected?.startsWith(`${kind}.`) ? selected.slice(kind.length + 1) : undefined

/**
 * Selecting the selected item again clears the selection, or opens its card if only its place was shown. The calendar
 * closes, because selections are shown on the map.
 */
export const toggleSelection = (workspace: Workspace, selected: Selection): Workspace => {
  if (workspace.view === 'map') return { ...workspace, view: undefined, selected }
  return {
    ...workspace,
    view: workspace.view === 'calendar' ? undefined : workspace.view,
    selected: workspace.selected === selected ? undefined : selected,
  }
}

/** Closes the plan and the view over the map; on a phone also hides the card, which would cover the map. */
export const showOnMap = (workspace: Workspace, isWide: boolean): Workspace => ({
  ...workspace,
  plan: undefined,
  view: isWide ? undefined : 'map',
})

/** `events`: select events for the open member. `users`: select members for the open event. Clears all filters. */
export const startSharing = (workspace: Workspace, sharing: 'users' | 'events'): Workspace => ({
  ...workspace,
  sharing,
  panel: sharing,
  back: undefined,
  filter: undefined,
  form: undefined,
  find: undefined,
})

export const stopSharing = (workspace: Workspace): Workspace => ({ ...workspace, sharing: undefined, find: undefined })

/** Ends the search when another panel opens. Closing the panel keeps the search. */
export const withoutOldSearch = (before: Workspace, after: Workspace, path: WorkspacePath): Workspace => {
  const left = panelOf(before, path)
  const opened = panelOf(after, path)
  const listed = left === 'closed' ? (before.back ?? defaultPanel[path]) : left
  const isKept = opened === 'closed' || opened === listed || after.find !== before.find
  return isKept ? after : { ...after, find: undefined }
}

/** Opening the calendar also opens the list of activities. */
export const toggleCalendar = (workspace: Workspace): Workspace =>
  workspace.view === 'calendar'
    ? { ...workspace, view: undefined }
    : { ...workspace, view: 'calendar', panel: 'activities', back: undefined, selected: undefined }

export const toggleDashboard = (workspace: Workspace): Workspace => ({
  ...workspace,
  view: workspace.view === 'dashboard' ? undefined : 'dashboard',
})

export const isDefaultRange = (workspace: Workspace): boolean => workspace.from === undefined

const YEARS_SHOWN = 10

/** The selected date range; by default the last ten years until today. */
export const rangeOf = (workspace: Workspace, today: Day): { from: Day; to: Day } =>
  workspace.from && workspace.to
    ? { from: workspace.from, to: workspace.to }
    : { from: addDays(today, { years: -YEARS_SHOWN }), to: today }

/** Closes the card and, unless a form is open, shows the list that contains the AOI. */
export const closeDetails = (workspace: Workspace, kind: AoiKind | undefined): Workspace => ({
  ...workspace,
  selected: undefined,
  sharing: undefined,
  view: withoutPlace(workspace),
  ...(workspace.form === undefined &&
    workspace.selected && { panel: listOf(workspace.selected, kind), back: undefined }),
})

export const endSharing = (workspace: Workspace, kind: AoiKind | undefined): Workspace => ({
  ...stopSharing(workspace),
  panel: workspace.selected && listOf(workspace.selected, kind),
  back: undefined,
})

/** The panel that lists the selection; undefined for events, the default panel. */
const listOf = (selected: Selection, kind: AoiKind = 'event'): Panel | undefined => {
  if (selected.startsWith('user.')) return 'users'
  if (selected.startsWith('group.')) return 'groups'
  if (selected.startsWith('sensor.')) return 'aois'
  if (selected.startsWith('warning.')) return 'warnings'
  return { event: undefined, activity: 'activities' as const, sensor: 'aois' as const }[kind]
}
