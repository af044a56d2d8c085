import type { Language } from '#contract'
import type { Settlement } from './settlements.ts'

/** Countries where the house number precedes the street name in English. */
const englishNumberFirst = new Set(
  'US CA GB IE AU NZ ZA IN PK LK SG HK MY PH NG KE FR LU MC IL PS EG JO LB TH TW'.split(' '),
)
const nowhere: ReadonlySet<string> = new Set()

const words: Record<Language, { near: string; corner: string; numberFirst: ReadonlySet<string> }> = {
  en: { near: 'near', corner: '&', numberFirst: englishNumberFirst },
  he: { near: 'ליד', corner: 'פינת', numberFirst: nowhere },
}

export const wordsIn = (language: Language, settlement: Settlement | undefined) => {
  const { near, corner, numberFirst } = words[language]
  const isNumberFirst = numberFirst.has(settlement?.country ?? '')
  return {
    house: (street: string, number: string) => (isNumberFirst ? `${number} ${street}` : `${street} ${number}`),
    near: (text: string) => `${near} ${text}`,
    corner: (street: string, other: string) => `${street} ${corner} ${other}`,
    streetNear: (street: string, other: string) => `${street}, ${near} ${other}`,
    /** Omits a settlement of the same name. */
    inSettlement: (text: string) =>
      settlement && settlement[language] !== text ? `${text}, ${settlement[language]}` : text,
  }
}
