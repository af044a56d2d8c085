import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { startOf, useToday } from '../../screens/workspace/date-range.ts'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { isDefaultRange, rangeOf } from '../../screens/workspace/workspace.ts'
import classes from './DateRange.module.css'

const DateRangePicker = lazy(() => import('./DateRangePicker.tsx').then((file) => ({ default: file.DateRangePicker })))

export const DateRange = () => {
  const { t } = useTranslation()
  const { workspace } = useWorkspace()
  const [isOpen, setIsOpen] = useState(false)
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { from, to } = rangeOf(workspace, useToday())
  const language = currentLanguage()
  const dates = t('dates.range', {
    from: formatDate(startOf(from), language),
    to: formatDate(startOf(to), language),
  })
  return (
    <div ref={setBox} className={classes.range}>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconCalendar size={20} stroke={1.75} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={`${t('dates.open')}: ${dates}`}
        classNames={{ root: classes.button, section: classes.icon }}
        onClick={() => setIsOpen(!isOpen)}
      >
        <bdi className={classes.words} data-is-default={isDefaultRange(workspace)}>
          {isDefaultRange(workspace) ? t('dates.default') : dates}
        </bdi>
      </Button>
      {isOpen && (
        <Suspense>
          <DateRangePicker box={box} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
