import { DateInput, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/he'
import type { ReactNode } from 'react'
import { languageTraits } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { firstWeekday } from '../../i18n/week.ts'
import { dayText, parseDay } from './day-text.ts'

export type DateFieldProps = {
  label: string
  isLabelHidden?: boolean
  /** As `2026-11-19`; empty if no day is chosen. */
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  error?: ReactNode
  withAsterisk?: boolean
  isRequired?: boolean
  autoFocus?: boolean
}

/** A day, typed or picked, in the app's format: 19 Nov 2026. A native field would use the browser's language. */
export const DateField = ({
  label,
  isLabelHidden,
  value,
  onChange,
  isRequired,
  autoFocus,
  ...props
}: DateFieldProps) => {
  const language = currentLanguage()
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: firstWeekday(language) }}>
      <DateInput
        {...(isLabelHidden ? { 'aria-label': label } : { label })}
        {...props}
        value={value || null}
        onChange={(day) => onChange(day ?? '')}
        valueFormat={(day) => dayText(day, language)}
        dateParser={parseDay}
        allowDeselect={!isRequired}
        weekendDays={[]}
        weekdayFormat={languageTraits[language].weekdayFormat}
        highlightToday
        hideOutsideDates
        data-autofocus={autoFocus || undefined}
        popoverProps={{ zIndex: 400, transitionProps: { duration: 0 } }}
      />
    </DatesProvider>
  )
}
