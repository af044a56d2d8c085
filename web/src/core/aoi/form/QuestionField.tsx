import { Radio, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Question } from '#contract'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { DateField } from '../../../ui/fields/DateField.tsx'
import classes from './EventForm.module.css'

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
  const common = {
    label: texts.name || question.name,
    withAsterisk: question.isRequired,
    error,
    onBlur: onLeave,
  }
  const typed = {
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  switch (question.kind) {
    case 'text':
      return (
        <Textarea
          {...common}
          {...typed}
          classNames={{ input: classes.words }}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={5000}
        />
      )
    case 'number':
      return <TextInput {...common} {...typed} inputMode="decimal" dir="ltr" classNames={{ input: classes.figures }} />
    case 'date':
      return <DateField {...common} value={value} onChange={onChange} isRequired={question.isRequired} />
    case 'choice':
      return (
        <Select
          {...common}
          value={value || null}
          onChange={(chosen) => onChange(chosen ?? '')}
          data={question.choices.map((choice) => ({ value: choice, label: texts[`choices.${choice}`] || choice }))}
          placeholder={t('eventForm.choose')}
          allowDeselect={!question.isRequired}
        />
      )
    case 'yesNo':
      return (
        <Radio.Group {...common} value={value} onChange={onChange}>
          <div className={classes.radios}>
            <Radio value="yes" label={t('word.yes')} />
            <Radio value="no" label={t('word.no')} />
          </div>
        </Radio.Group>
      )
  }
}
