import { useWorkspace } from './use-workspace.ts'
import { toggleCalendar, toggleDashboard } from './workspace.ts'

/** Buttons for calendar and dashboard. The sensor page has neither. */
export const useViews = () => {
  const { workspace, path, go } = useWorkspace()
  if (path === '/sensors') return undefined
  const { view, from, to } = workspace
  const isPage = path === '/calendar'
  return {
    calendar: {
      isShown: isPage || view === 'calendar',
      toggle: () => (isPage ? go({ from, to, panel: 'activities' }, '/') : go(toggleCalendar(workspace))),
    },
    dashboard: {
      isShown: !isPage && view === 'dashboard',
      toggle: () => go(toggleDashboard(isPage ? { from, to } : workspace), '/'),
    },
  }
}
