import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Question } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import type { MetricChoices } from './choices.ts'
import type { ConditionProps, ConditionValues } from './values.ts'

type Props = ConditionProps & { conditions: readonly ConditionValues[]; types: MetricChoices['types'] }

export const AnswerFields = ({ values, field, errorOf, onChange, conditions, types }: Props) => {
  const { t } = useTranslation()
  const typeIds = conditions.find(({ type }) => type === 'BY_PUBLIC_ACTION')?.ids ?? []
  const usedIds = conditions.flatMap(({ key, questionId }) => (key === values.key ? [] : (questionId ?? [])))
  const groups = types
    .filter(({ _id }) => typeIds.includes(_id))
    .map((type) => ({
      group: nameOf(type),
      items: type.fields
        .filter(({ _id }) => !usedIds.includes(_id))
        .map((question) => ({ value: question._id, label: nameOf(question) })),
    }))
  const question = types.flatMap(({ fields }) => fields).find(({ _id }) => _id === values.questionId)
  const response = {
    label: t('metric.response'),
    withAsterisk: true,
    error: errorOf(`${field}.questionResponse.response`),
  }
  const choices = question && answersOf(question, t('word.yes'), t('word.no'))
  return (
    <>
      <Select
        label={t('metric.question')}
        withAsterisk
        placeholder={t(typeIds.length === 0 ? 'metric.typesFirst' : 'metric.choose')}
        data={groups.filter(({ items }) => items.length > 0)}
        value={values.questionId}
        onChange={(questionId) => onChange({ questionId, response: '' })}
        error={errorOf(`${field}.questionResponse.questionId`)}
        nothingFoundMessage={t('metric.nothingLeft')}
        allowDeselect={false}
      />
      {choices ? (
        <Select
          {...response}
          placeholder={t('metric.choose')}
          data={choices}
          value={values.response || null}
          onChange={(value) => value && onChange({ response: value })}
          allowDeselect={false}
        />
      ) : (
        <TextInput
          {...response}
          type={question?.kind === 'date' ? 'date' : 'text'}
          value={values.response}
          onChange={(event) => onChange({ response: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** Options for a question with a fixed set of answers. Values are in the author's words, labels are translated. */
const answersOf = ({ kind, choices, translations }: Question, yes: string, no: string) => {
  if (kind === 'yesNo')
    return [
      { value: 'yes', label: yes },
      { value: 'no', label: no },
    ]
  const texts = translations[currentLanguage()]
  return kind === 'choice'
    ? choices.map((value) => ({ value, label: texts?.[`choices.${value}`] || value }))
    : undefined
}
