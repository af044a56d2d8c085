import { IconCalendarMonth, IconLayoutDashboard } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useViews } from '../../screens/workspace/use-views.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'

export const ViewButtons = () => {
  const { t } = useTranslation()
  const views = useViews()
  if (!views) return null
  const buttons = [
    { icon: IconCalendarMonth, label: t('dates.calendarView'), view: views.calendar },
    { icon: IconLayoutDashboard, label: t('dates.dashboard'), view: views.dashboard },
  ]
  return buttons.map(({ icon, label, view }) => (
    <IconButton
      key={label}
      icon={icon}
      label={label}
      variant={view.isShown ? 'light' : 'subtle'}
      aria-pressed={view.isShown}
      onClick={view.toggle}
    />
  ))
}
