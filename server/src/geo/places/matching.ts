import type { Cities } from './cities.ts'
import type { NameText } from './city-columns.ts'

/** Match quality: a word begins with the phrase, the name begins with it, or both are equal. */
const WORD = 1
const BEGINNING = 2
export const WHOLE = 3
export type Match = typeof WORD | typeof BEGINNING | typeof WHOLE

export type Phrase = { words: string; isFinished: boolean }

const SPACE = 32
const NEW_LINE = 10

export const matchesIn = ({ text, starts }: NameText, phrase: Phrase, each: (name: number, match: Match) => void) => {
  const names = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const phraseBytes = Buffer.from(phrase.words)
  let name = 0
  for (let at = names.indexOf(phraseBytes); at >= 0; at = names.indexOf(phraseBytes, at + 1)) {
    const next = names[at + phraseBytes.length] ?? NEW_LINE
    if (names[at - 1] !== SPACE || (phrase.isFinished && next !== SPACE && next !== NEW_LINE)) continue
    while ((starts[name + 1] ?? Infinity) <= at) name++
    each(name, names[at - 2] !== NEW_LINE ? WORD : next === NEW_LINE ? WHOLE : BEGINNING)
  }
}

export const citiesNamed = (cities: Cities, phrase: Phrase): Map<number, Match> => {
  const matches = new Map<number, Match>()
  const add = (city: number, match: Match) => {
    if ((matches.get(city) ?? 0) < match) matches.set(city, match)
  }
  matchesIn(cities.folded, phrase, add)
  matchesIn(cities.otherNames, phrase, (name, match) => add(cities.otherNameOf[name] ?? 0, match))
  return matches
}
