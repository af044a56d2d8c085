import type { Language } from '../../platform/language/language.ts'
import type { AlarmExplanation } from './api.ts'

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const words: Record<Language, { ended: string; reports: string }> = {
  en: { ended: 'The alarm has ended.', reports: 'Reports' },
  he: { ended: 'האזעקה הסתיימה.', reports: 'דיווחים' },
}

type Parameter = { parameter: string; value: number | string }

const namedParameters = ({ conditions = [] }: AlarmExplanation): string[] => [
  ...new Set(conditions.flatMap(({ condition }) => ('parameter' in condition ? [condition.parameter] : []))),
]

export const alarmDescription = (
  language: Language,
  {
    explanation,
    parameters,
    isOver,
  }: { explanation: AlarmExplanation; parameters: readonly Parameter[]; isOver: boolean },
): string => {
  const values = new Map(parameters.map(({ parameter, value }) => [parameter, value]))
  const lines = namedParameters(explanation).flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [`${name}: ${value}`]
  })
  if (explanation.count !== undefined) lines.push(`${words[language].reports}: ${explanation.count}`)
  if (isOver) lines.push(words[language].ended)
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')
}
