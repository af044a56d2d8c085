import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/he'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarItem } from '#contract'
import { formatTime } from '../i18n/format.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { firstWeekday } from '../i18n/week.ts'
import type { Times } from './data.ts'
import classes from './MoveDialog.module.css'
import { dayOf } from './span.ts'
import { shifted } from './times.ts'

type Props = { item: CalendarItem; onMove: (times: Times) => void; onClose: () => void }

/** As the picker has it: a minute in the browser's time zone. */
const local = (time: string | null): string | null =>
  time && `${dayOf(new Date(time))} ${formatTime(new Date(time))}:00`
const instant = (text: string | null): string | null => text && new Date(text.replace(' ', 'T')).toISOString()

/** Another time, chosen without dragging. The end goes along with the start, and can be set by itself. */
export const MoveDialog = ({ item, onMove, onClose }: Props) => {
  const { t } = useTranslation()
  const [times, setTimes] = useState<Times>({ startTime: item.startTime, endTime: item.endTime })
  const isBackwards = times.startTime !== null && times.endTime !== null && times.endTime < times.startTime
  const move = (event: FormEvent) => {
    event.preventDefault()
    if (isBackwards) return
    onMove(times)
    onClose()
  }
  const labels = {
    previousMonth: t('dates.previousMonth'),
    nextMonth: t('dates.nextMonth'),
    monthLevelControl: t('dates.chooseMonth'),
    yearLevelControl: t('dates.chooseYear'),
  }
  const picker = {
    valueFormat: 'DD MMM YYYY HH:mm',
    popoverProps: { withinPortal: true },
    ariaLabels: labels,
    submitButtonProps: { 'aria-label': t('word.ok') },
    timePickerProps: { hoursInputLabel: t('calendar.hours'), minutesInputLabel: t('calendar.minutes') },
  } as const
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{t('calendar.moveTitle', { name: item.name })}</bdi>}
      size={360}
      centered
      closeButtonProps={{ 'aria-label': t('word.close') }}
    >
      <form className={classes.form} onSubmit={move}>
        <DatesProvider settings={{ locale: currentLanguage(), firstDayOfWeek: firstWeekday(currentLanguage()) }}>
          {item.startTime && (
            <DateTimePicker
              {...picker}
              label={t('calendar.start')}
              value={local(times.startTime)}
              onChange={(text) => {
                const start = instant(text)
                if (start) setTimes(shifted(times, new Date(start)))
              }}
            />
          )}
          {item.endTime && (
            <DateTimePicker
              {...picker}
              label={t('calendar.end')}
              value={local(times.endTime)}
              error={isBackwards && t('calendar.endFirst')}
              onChange={(text) => text && setTimes({ ...times, endTime: instant(text) })}
            />
          )}
        </DatesProvider>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('word.cancel')}
          </Button>
          <Button type="submit" disabled={isBackwards}>
            {t('calendar.move')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
