import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LimitedInput } from '../../../ui/fields/LimitedInput.tsx'
import classes from './ReportForm.module.css'
import { REPORTER_NAME_MAX, type ReporterDetails } from './values.ts'

type Props = {
  who: ReporterDetails
  service: string
  errorOf: (field: string) => string | undefined
  onChange: (change: Partial<ReporterDetails>, field: keyof ReporterDetails) => void
  onLeave: (field: string) => void
}

export const WhoFields = ({ who, service, errorOf, onChange, onLeave }: Props) => {
  const { t } = useTranslation()
  const field = (name: keyof ReporterDetails) => ({
    value: who[name],
    error: errorOf(name),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }, name),
    onBlur: () => onLeave(name),
  })
  return (
    <fieldset className={classes.who} aria-label={t('visitor.who')}>
      <div className={classes.names}>
        <div data-field="firstName">
          <LimitedInput
            maxLength={REPORTER_NAME_MAX}
            {...field('firstName')}
            label={t('visitor.firstName')}
            withAsterisk
            autoComplete="given-name"
          />
        </div>
        <LimitedInput
          maxLength={REPORTER_NAME_MAX}
          {...field('lastName')}
          label={t('visitor.lastName')}
          autoComplete="family-name"
        />
      </div>
      <div data-field="phone">
        <TextInput
          {...field('phone')}
          label={t('visitor.phone')}
          withAsterisk
          type="tel"
          inputMode="tel"
          dir="ltr"
          autoComplete="tel"
        />
      </div>
      <p className={classes.note}>{t('visitor.whoNote', { service })}</p>
    </fieldset>
  )
}
