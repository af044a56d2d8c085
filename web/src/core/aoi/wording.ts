import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Aoi, FieldChange, Question } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { useVisibleTypes } from './type-look.ts'

/** Translates an answer, which is stored in the author's words, into the current language. */
export const answerText = ({ kind, translations }: Question, value: string, t: TFunction): string => {
  if (kind === 'yesNo' && /^(yes|no)$/i.test(value)) return t(/^yes$/i.test(value) ? 'word.yes' : 'word.no')
  return translations[currentLanguage()]?.[`choices.${value}`] || value
}

type Answer = { _id: string; name: string; value: string }

/** Translates questions and answers into the current language, if the question was not changed since. */
export const useWording = (aoi: Aoi) => {
  const { t } = useTranslation()
  const types = useVisibleTypes([aoi.serviceId])
  const typeText = (name: string | null) => {
    const type = types.find((one) => one.name === name)
    return type ? nameOf(type) : name
  }
  return {
    answer: (answer: Answer): { name: string; value: string } => {
      const question = types
        .find(({ _id }) => _id === aoi.properties.publicAction?._id)
        ?.fields.find(({ _id, name }) => _id === answer._id && name === answer.name)
      return question ? { name: nameOf(question), value: answerText(question, answer.value, t) } : answer
    },
    /** Translates a logged change, which is stored with the names that its values had then. */
    change: (change: FieldChange): FieldChange => {
      const { field, from, to } = change
      if (field === 'publicAction') return { field, from: typeText(from), to: typeText(to) }
      const question = types.flatMap(({ fields }) => fields).find(({ name }) => name === field)
      if (!question) return change
      const answerInWords = (value: string | null) => value && answerText(question, value, t)
      return { field: nameOf(question), from: answerInWords(from), to: answerInWords(to) }
    },
  }
}
