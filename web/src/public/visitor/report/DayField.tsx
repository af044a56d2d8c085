import { TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { dayText, parseDay } from '../../../ui/fields/day-text.ts'
import classes from './DayField.module.css'

type Props = {
  label: string
  /** As `2026-11-19`, or invalid text, which is rejected on submit. */
  value: string
  error: ReactNode
  withAsterisk: boolean
  onChange: (value: string) => void
  onBlur: () => void
}

const shownAs = (value: string): string => (parseDay(value) === value ? dayText(value, currentLanguage()) : value)

/**
 * A day in the app's format: 19 Nov 2026. A click on the icon opens the browser's own picker: a library would exceed
 * the page's size limit, and a native field alone would use the browser's format.
 */
export const DayField = ({ label, value, error, withAsterisk, onChange, onBlur }: Props) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...{ label, error, withAsterisk }}
      placeholder={dayText('2026-11-19', currentLanguage())}
      value={typed ?? shownAs(value)}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(parseDay(text) ?? text)
      }}
      onBlur={() => {
        setTyped(undefined)
        onBlur()
      }}
      rightSectionWidth={44}
      rightSection={
        <span className={classes.picker}>
          <IconCalendar size={20} stroke={1.75} aria-hidden />
          <input
            type="date"
            aria-label={`${label}: ${t('visitor.pickDay')}`}
            value={parseDay(value) ?? ''}
            onChange={(event) => {
              setTyped(undefined)
              onChange(event.currentTarget.value)
            }}
          />
        </span>
      }
    />
  )
}
