import { IconCalendarMonth, IconLayoutDashboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'
import { useWorkspace } from '../use-workspace.ts'
import { toggleCalendar, toggleDashboard } from '../workspace.ts'

/** Other ways to look at the same: the calendar, and the numbers. */
export const ViewButtons = () => {
  const { t } = useTranslation()
  const { workspace, path, go } = useWorkspace()
  const { view, from, to } = workspace
  if (path === '/sensors') return null
  const isCalendar = path === '/calendar' || view === 'calendar'
  const isDashboard = path === '/' && view === 'dashboard'
  return (
    <>
      <IconButton
        icon={IconCalendarMonth}
        label={t('dates.calendarView')}
        variant={isCalendar ? 'light' : 'subtle'}
        aria-pressed={isCalendar}
        onClick={() =>
          path === '/calendar' ? go({ from, to, panel: 'activities' }, '/') : go(toggleCalendar(workspace))
        }
      />
      <IconButton
        icon={IconLayoutDashboard}
        label={t('dates.dashboard')}
        variant={isDashboard ? 'light' : 'subtle'}
        aria-pressed={isDashboard}
        onClick={() => go(toggleDashboard(path === '/' ? workspace : { from, to }), '/')}
      />
    </>
  )
}
