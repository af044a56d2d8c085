import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/he'
import { Button } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { useClickOutside, useFocusTrap } from '@mantine/hooks'
import { IconCalendarMonth } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageTraits } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { firstWeekday } from '../../i18n/week.ts'
import { countedKindOf } from '../../screens/workspace/counting.ts'
import { boundsFor, monthBefore, type PickedDays, useToday } from '../../screens/workspace/date-range.ts'
import { useWorkspace } from '../../screens/workspace/use-workspace.ts'
import { isDefaultRange, toggleCalendar } from '../../screens/workspace/workspace.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from './DateRange.module.css'

type Props = {
  box: HTMLElement | null
  onClose: () => void
}

export const DateRangePicker = ({ box, onClose }: Props) => {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const today = useToday()
  const { workspace, path, go } = useWorkspace()
  const [picked, setPicked] = useState<PickedDays>([workspace.from ?? null, workspace.to ?? null])
  const { min, max } = boundsFor(picked, today)
  const focus = useFocusTrap()
  useClickOutside(onClose, null, [box])

  const show = (from?: string, to?: string) => {
    go({ ...workspace, from, to })
    onClose()
  }
  const confirm = () => {
    const [from, to] = picked
    if (from) show(from, to ?? from)
    else onClose()
  }
  return (
    <div
      ref={focus}
      className={classes.picker}
      role="dialog"
      aria-label={t('dates.open')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h2 className={classes.title}>{t(`dates.titleOf.${countedKindOf(workspace, path)}`)}</h2>
      <DatesProvider settings={{ locale: currentLanguage(), firstDayOfWeek: firstWeekday(currentLanguage()) }}>
        <DatePicker
          type="range"
          allowSingleDateInRange
          numberOfColumns={isWide ? 2 : 1}
          columnsToScroll={1}
          defaultDate={picked[0] ?? (isWide ? monthBefore(today) : today)}
          hideOutsideDates
          highlightToday
          weekendDays={[]}
          weekdayFormat={languageTraits[currentLanguage()].weekdayFormat}
          value={[picked[0], picked[1]]}
          onChange={setPicked}
          minDate={min}
          maxDate={max}
          ariaLabels={{
            previousMonth: t('dates.previousMonth'),
            nextMonth: t('dates.nextMonth'),
            monthLevelControl: t('dates.chooseMonth'),
            yearLevelControl: t('dates.chooseYear'),
          }}
        />
      </DatesProvider>
      <div className={classes.buttons}>
        <IconButton
          icon={IconCalendarMonth}
          label={t('dates.calendarView')}
          variant={workspace.view === 'calendar' ? 'light' : 'subtle'}
          aria-pressed={workspace.view === 'calendar'}
          onClick={() => {
            go(toggleCalendar(workspace))
            onClose()
          }}
        />
        <Button variant={isDefaultRange(workspace) ? 'light' : 'subtle'} onClick={() => show()}>
          {t('word.all')}
        </Button>
        <span className={classes.gap} />
        <Button variant="default" onClick={onClose}>
          {t('word.cancel')}
        </Button>
        <Button onClick={confirm}>{t('word.ok')}</Button>
      </div>
    </div>
  )
}
