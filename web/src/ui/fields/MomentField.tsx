import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { DateField } from './DateField.tsx'
import classes from './MomentField.module.css'
import { TimeField } from './TimeField.tsx'

type Props = {
  label: string
  /** As `2026-11-19T07:05` in the browser's time zone; empty if no time is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: ReactNode
  isRequired?: boolean
  autoFocus?: boolean
}

/** Time of a chosen day until the user sets one. */
const USUAL_TIME = '09:00'

export const MomentField = ({ label, value, onChange, onBlur, error, isRequired = false, autoFocus }: Props) => {
  const [day = '', time = ''] = value.split('T')
  const today = () => new Date().toLocaleDateString('en-CA')
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} withAsterisk={isRequired}>
      <fieldset className={classes.pair} aria-label={label}>
        <DateField
          label={label}
          isLabelHidden
          value={day}
          onChange={(next) => onChange(next && `${next}T${time || USUAL_TIME}`)}
          onBlur={onBlur}
          error={Boolean(error)}
          isRequired={isRequired}
          {...(autoFocus && { autoFocus })}
        />
        <TimeField
          label={label}
          isLabelHidden
          value={time}
          onChange={(next) => next && onChange(`${day || today()}T${next}`)}
          onBlur={onBlur}
          error={Boolean(error)}
        />
      </fieldset>
    </Input.Wrapper>
  )
}
