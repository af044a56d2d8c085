import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CalendarItem } from '#contract'
import { formatTime } from '../../i18n/format.ts'
import { MomentField } from '../../ui/fields/MomentField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { Times } from './data.ts'
import classes from './MoveDialog.module.css'
import { dayOf } from './span.ts'
import { moveTimes } from './times.ts'

type Props = { item: CalendarItem; onMove: (times: Times) => void; onClose: () => void }

const fieldTime = (time: string | null): string =>
  time ? `${dayOf(new Date(time))}T${formatTime(new Date(time))}` : ''

/** Changes times without dragging. A new start moves the end by the same time; the end can also be set alone. */
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
  return (
    <Dialog onClose={onClose} title={<bdi>{t('calendar.moveTitle', { name: item.name })}</bdi>} size={360}>
      <form className={classes.form} onSubmit={move}>
        {item.startTime && (
          <MomentField
            label={t('calendar.start')}
            isRequired
            autoFocus
            value={fieldTime(times.startTime)}
            onChange={(value) => value && setTimes(moveTimes(times, new Date(value)))}
          />
        )}
        {item.endTime && (
          <MomentField
            label={t('calendar.end')}
            isRequired
            value={fieldTime(times.endTime)}
            error={isBackwards && t('calendar.endFirst')}
            onChange={(value) => value && setTimes({ ...times, endTime: new Date(value).toISOString() })}
          />
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('word.cancel')}
          </Button>
          <Button type="submit" disabled={isBackwards}>
            {t('calendar.moveNow')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
