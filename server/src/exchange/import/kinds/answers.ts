import {
  ANSWER_PREFIX,
  answerField,
  type EventType,
  eventProblems,
  type ImportMapping,
  type ImportReason,
  plainName,
  type Question,
  shorten,
} from '#contract'
import { timeOf } from '../time.ts'
import { no, yes } from './values.ts'

export type Answer = { _id: string; value: string }

/** Converts an answer to the stored form of its question; returns other text unchanged. */
const answerText = ({ kind, choices }: Question, text: string, mapping: ImportMapping): string => {
  const lower = text.toLowerCase()
  switch (kind) {
    case 'number':
      return text.replace(/[,\s](?=\d{3}\b)/g, '')
    case 'yesNo':
      return yes.has(lower) ? 'yes' : no.has(lower) ? 'no' : text
    case 'choice':
      return choices.find((choice) => plainName(choice) === plainName(text)) ?? text
    case 'date':
      return (
        timeOf(text, { ...mapping, timeZone: 'UTC' })
          ?.toISOString()
          .slice(0, 10) ?? text
      )
    case 'text':
      return text
  }
}

/** The answers to the questions of a type. A file may have columns for the questions of several types. */
export const answersFor = (
  type: EventType,
  given: ReadonlyMap<string, string>,
  mapping: ImportMapping,
  before: readonly Answer[] = [],
): Answer[] => {
  const texts = new Map([...given].map(([name, text]) => [plainName(name), text]))
  return type.fields.flatMap((question) => {
    const text = texts.get(plainName(question.name))
    const value = text ? answerText(question, text, mapping) : before.find(({ _id }) => _id === question._id)?.value
    return value ? [{ _id: question._id, value }] : []
  })
}

export const answerReasons = (type: EventType, answers: readonly Answer[], hasImage: boolean): ImportReason[] => {
  const problems = eventProblems({ type, answers, hasImage })
  const ofQuestions = type.fields.flatMap(({ _id, name }): ImportReason[] => {
    const problem = problems[answerField(_id)]
    const value = shorten(answers.find((answer) => answer._id === _id)?.value ?? '', 100)
    if (!problem) return []
    return [
      {
        code: problem === 'form.required' ? 'missing' : 'unread',
        field: ANSWER_PREFIX + name,
        ...(value && { value }),
      },
    ]
  })
  return problems.file
    ? [...ofQuestions, { code: 'photo', field: 'type', value: shorten(type.name, 100) }]
    : ofQuestions
}
