import { Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Question } from '#contract'
import { currentLanguage } from '../../../i18n/i18n.ts'
import classes from './ReportForm.module.css'

const DayField = lazy(() => import('./DayField.tsx').then((file) => ({ default: file.DayField })))

type Props = {
  question: Question
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onLeave: () => void
}

export const QuestionField = ({ question, value, error, onChange, onLeave }: Props) => {
  const { t } = useTranslation()
  const texts = question.translations[currentLanguage()] ?? {}
  const common = { label: texts.name || question.name, withAsterisk: question.isRequired, error }
  const typed = {
    ...common,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    onBlur: onLeave,
  }
  switch (question.kind) {
    case 'text':
      return <Textarea {...typed} rows={2} maxLength={5000} dir="auto" />
    case 'number':
      return <TextInput {...typed} inputMode="decimal" dir="ltr" maxLength={40} />
    case 'date':
      return (
        <Suspense fallback={<TextInput {...common} disabled />}>
          <DayField {...typed} onChange={onChange} />
        </Suspense>
      )
    case 'choice':
      return (
        <NativeSelect
          {...typed}
          data={[
            { value: '', label: t('visitor.chooseOne') },
            ...question.choices.map((choice) => ({ value: choice, label: texts[`choices.${choice}`] || choice })),
          ]}
        />
      )
    case 'yesNo':
      return <YesNo {...common} value={value} onChange={onChange} />
  }
}

type YesNoProps = { label: string; withAsterisk: boolean; error: string | undefined } & Pick<
  Props,
  'value' | 'onChange'
>

const YesNo = ({ label, withAsterisk, error, value, onChange }: YesNoProps) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      withAsterisk={withAsterisk}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={classes.radios} role="radiogroup" aria-labelledby={id} aria-describedby={error && `${id}-error`}>
        {(['yes', 'no'] as const).map((answer) => (
          <label key={answer} className={classes.radio}>
            <input type="radio" name={id} checked={value.toLowerCase() === answer} onChange={() => onChange(answer)} />
            {t(`word.${answer}`)}
          </label>
        ))}
      </div>
    </Input.Wrapper>
  )
}
