import type { Cities } from './cities.ts'
import type { NameText } from './city-columns.ts'

/** How a name answers to what was typed: a word of it begins so, it begins so, or it is just that. */
const WORD = 1
const BEGINNING = 2
const WHOLE = 3
export type Match = typeof WORD | typeof BEGINNING | typeof WHOLE

/** Folded words. When it is finished, its last word is not the beginning of a longer one. */
export type Phrase = { words: string; isFinished: boolean }

const SPACE = 32
const NEW_LINE = 10

/** The best match of each name in which a word begins with the phrase. */
const matchesIn = ({ text, starts }: NameText, phrase: Phrase, each: (name: number, match: Match) => void) => {
  const names = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const wanted = Buffer.from(phrase.words)
  let name = 0
  for (let at = names.indexOf(wanted); at >= 0; at = names.indexOf(wanted, at + 1)) {
    const next = names[at + wanted.length] ?? NEW_LINE
    if (names[at - 1] !== SPACE || (phrase.isFinished && next !== SPACE && next !== NEW_LINE)) continue
    while ((starts[name + 1] ?? Infinity) <= at) name++
    each(name, names[at - 2] !== NEW_LINE ? WORD : next === NEW_LINE ? WHOLE : BEGINNING)
  }
}

/** Every city with a name, in whatever spelling, that answers to the phrase. */
export const citiesNamed = (cities: Cities, phrase: Phrase): Map<number, Match> => {
  const found = new Map<number, Match>()
  const add = (city: number, match: Match) => {
    if ((found.get(city) ?? 0) < match) found.set(city, match)
  }
  matchesIn(cities.folded, phrase, add)
  matchesIn(cities.otherNames, phrase, (name, match) => add(cities.otherNameOf[name] ?? 0, match))
  return found
}
