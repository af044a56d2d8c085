import { shorten } from '../../platform/kit/text.ts'
import type { Language } from '../../platform/language/language.ts'

export type EscalationNews = 'notify' | 'repeat' | 'remind' | 'acknowledged' | 'ended'

const sentences: Record<Language, Record<EscalationNews, string> & { more: string; button: string }> = {
  en: {
    notify: 'Alarm: {what}',
    repeat: 'No one has acknowledged this alarm yet: {what}',
    remind: 'An alarm you’re handling is still active: {what}',
    acknowledged: '{who} is handling the alarm: {what}',
    ended: 'The alarm has ended: {what}',
    more: '{what} and {count} more',
    button: 'Acknowledge',
  },
  he: {
    notify: 'אזעקה: {what}',
    repeat: 'עדיין אין אישור קבלה לאזעקה: {what}',
    remind: 'אזעקה שבטיפולכם עדיין נמשכת: {what}',
    acknowledged: 'האזעקה בטיפול {who}: {what}',
    ended: 'האזעקה הסתיימה: {what}',
    more: '{what} ועוד {count}',
    button: 'אישור קבלה',
  },
}

const MOST_CHARACTERS = 160
const short = (text: string) => shorten(text, MOST_CHARACTERS)

export const alarmNames = (
  language: Language,
  { ruleName, subjects, count }: { ruleName: string; subjects: readonly string[]; count: number },
): string => {
  const [first] = subjects
  const what = short(first ? `${ruleName} – ${first}` : ruleName)
  return count > 1 ? fill(sentences[language].more, { what, count: String(count - 1) }) : what
}

const fill = (text: string, values: Record<string, string>) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '')

export const escalationText = (language: Language, news: EscalationNews, what: string, who = ''): string =>
  fill(sentences[language][news], { what, who: short(who) })

export const acknowledgeLabel = (language: Language): string => sentences[language].button
