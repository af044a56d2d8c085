import { fold } from '../../places/fold.ts'

export type AddressQuery = {
  name: string
  isFinished: boolean
  number?: string
  settlement: string
}
export type CrossingQuery = { names: [string, string]; settlement: string }

const MOST_WORDS = 12

const abbreviations: Record<string, string> = {
  blvd: 'boulevard',
  rd: 'road',
  ln: 'lane',
  hwy: 'highway',
  pkwy: 'parkway',
  ct: 'court',
  fwy: 'freeway',
  expy: 'expressway',
  str: 'strasse',
}
/** Words for "street" before the name, which people often omit. */
const streetWords = new Set(['רחוב', 'רח', 'street', 'rue', 'calle', 'via', 'ulitsa', 'ул', 'улица', 'شارع'])

const isNumber = (word: string) => /^\d{1,6}[\p{L}]?$/u.test(word)
const asNumber = (text: string) => /^\d{1,6}\s?\p{L}?(\s?[-/]\s?\d{1,6}\p{L}?)?$/u.test(text)

const wordsOf = (text: string): string[] =>
  fold(text)
    .split(' ')
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => abbreviations[word] ?? word)

/** Ways to divide words into a street name and the settlement after it, the longest street name first. */
const divisions = (words: readonly string[], rest: string, number?: string): AddressQuery[] =>
  words.map((_, index) => {
    const end = words.length - index
    const settlement = [...words.slice(end), rest].filter(Boolean).join(' ')
    return {
      name: words.slice(0, end).join(' '),
      isFinished: end < words.length,
      settlement,
      ...(number && { number }),
    }
  })

/**
 * Readings of an address, most likely first: with a house number before or after the street, or without. A settlement
 * may follow, with or without a comma.
 */
export const readAddress = (text: string): AddressQuery[] => {
  const [first = '', ...others] = text.split(',').map((part) => part.trim()).filter(Boolean) // biome-ignore format: one line
  const [second = '', ...more] = others
  const isSecondNumber = asNumber(fold(second))
  const rest = fold((isSecondNumber ? more : others)[0] ?? '')
  const words = wordsOf(first)
  const queries: AddressQuery[] = []
  const add = (name: readonly string[], number?: string) => {
    if (name.length === 0) return
    queries.push(...divisions(name, rest, number))
    if (name.length > 1 && streetWords.has(name[0] ?? '')) queries.push(...divisions(name.slice(1), rest, number))
  }
  if (isSecondNumber) add(words, fold(second))
  const at = words.findLastIndex((word, index) => index > 0 && isNumber(word))
  if (at > 0) {
    // For example `Howard Street 12 San Francisco`.
    const name = words.slice(0, at)
    const settlement = [...words.slice(at + 1), rest].filter(Boolean).join(' ')
    queries.push({ name: name.join(' '), isFinished: false, settlement, number: words[at] ?? '' })
    if (name.length > 1 && streetWords.has(name[0] ?? ''))
      queries.push({ name: name.slice(1).join(' '), isFinished: false, settlement, number: words[at] ?? '' })
  }
  if (isNumber(words[0] ?? '')) add(words.slice(1), words[0])
  add(words)
  return queries
}

/** Words for "street" after the name. */
const streetEndings = new Set(['street', 'st', 'road', 'avenue', 'ave', 'lane', 'boulevard', 'drive', 'dr', 'parkway'])

/** Whether a text names a street rather than a town or a place: by a house number, or a word for "street". */
export const namesStreet = (text: string): boolean => {
  const [first = '', second = ''] = text.split(',').map((part) => part.trim()).filter(Boolean) // biome-ignore format: one line
  const words = wordsOf(first)
  const isStreet = words.length > 1 && (streetWords.has(words[0] ?? '') || streetEndings.has(words.at(-1) ?? ''))
  return isStreet || words.some(isNumber) || asNumber(fold(second)) || readCrossing(text) !== undefined
}

const between = /\s+(?:&|and|at|corner of|פינת)\s+|\s*[&/+]\s*/i

/** `Howard Street & 5th Street, San Francisco`; undefined for a text that names no crossing. */
export const readCrossing = (text: string): CrossingQuery | undefined => {
  const [streets = '', settlement = ''] = text.split(',')
  const [one = '', other = '', ...more] = streets.split(between).map((part) => wordsOf(part).join(' '))
  const clean = (name: string) => {
    const [word = '', ...rest] = name.split(' ')
    return rest.length > 0 && streetWords.has(word) ? rest.join(' ') : name
  }
  return one && other && more.length === 0
    ? { names: [clean(one), clean(other)], settlement: fold(settlement) }
    : undefined
}
