import type { ReactNode } from 'react'
import { formatTime } from '../../i18n/format.ts'
import { isolated } from '../../i18n/isolated.ts'
import classes from './HourBars.module.css'

export type Hour = { start: string; value: number /** Tooltip of the bar. */; label: string }

type Props = {
  height: number
  caption: ReactNode
  hours: readonly Hour[]
  now: string
}

export const hourText = (start: string | undefined): string => (start ? isolated(formatTime(new Date(start))) : '')

export const peakOf = <H extends { value: number }>(hours: readonly H[]): H | undefined =>
  hours.reduce<H | undefined>((most, hour) => (hour.value > (most?.value ?? 0) ? hour : most), undefined)

export const HourBars = ({ height, caption, hours, now }: Props) => {
  const most = peakOf(hours)?.value ?? 0
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{caption}</figcaption>
      <div className={classes.bars} style={{ blockSize: height }} aria-hidden>
        {hours.map(({ start, value, label }) => (
          <span key={start} className={classes.hour} title={label}>
            {value > 0 && <span className={classes.bar} style={{ blockSize: `${(100 * value) / most}%` }} />}
          </span>
        ))}
      </div>
      <div className={classes.axis} aria-hidden>
        <span>{hourText(hours[0]?.start)}</span>
        <span>{hourText(hours[12]?.start)}</span>
        <span>{now}</span>
      </div>
    </figure>
  )
}
