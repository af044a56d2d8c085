import type { Cities, NameText } from './cities.ts'

/** How a name answers to what was typed: a word of it begins so, it begins so, or it is just that. */
export const WORD = 1
export const BEGINNING = 2
export const WHOLE = 3
export type Match = typeof WORD | typeof BEGINNING | typeof WHOLE

const NEW_LINE = 10

/** The best match of each name in which a word begins with the phrase. Both are folded. */
const matchesIn = ({ text, starts }: NameText, phrase: string, each: (name: number, match: Match) => void) => {
  const names = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const wanted = Buffer.from(` ${phrase}`)
  let name = 0
  for (let at = names.indexOf(wanted); at >= 0; at = names.indexOf(wanted, at)) {
    while ((starts[name + 1] ?? Infinity) <= at) name++
    const end = starts[name + 1] ?? names.length
    const isFirst = names[at - 1] === NEW_LINE
    each(name, !isFirst ? WORD : at + wanted.length === end ? WHOLE : BEGINNING)
    at = end
  }
}

/** Every city with a name, in whatever spelling, that answers to the phrase. */
export const citiesNamed = (cities: Cities, phrase: string): Map<number, Match> => {
  const found = new Map<number, Match>()
  const add = (city: number, match: Match) => {
    if ((found.get(city) ?? 0) < match) found.set(city, match)
  }
  matchesIn(cities.folded, phrase, add)
  matchesIn(cities.otherNames, phrase, (name, match) => add(cities.otherNameOf[name] ?? 0, match))
  return found
}
