import { TimePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import type { ReactNode } from 'react'
import { currentLanguage } from '../../i18n/i18n.ts'

type Props = {
  label: string
  isLabelHidden?: boolean
  /** As `07:05`; empty if no time is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  error?: ReactNode
  withAsterisk?: boolean
}

/** A time in 24-hour format in every language. */
export const TimeField = ({ label, isLabelHidden, value, ...props }: Props) => {
  const names = new Intl.DisplayNames(currentLanguage(), { type: 'dateTimeField' })
  return (
    <TimePicker
      {...(!isLabelHidden && { label })}
      {...props}
      value={value}
      format="24h"
      hoursInputLabel={`${label}: ${names.of('hour')}`}
      minutesInputLabel={`${label}: ${names.of('minute')}`}
    />
  )
}
