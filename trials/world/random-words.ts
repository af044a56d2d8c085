import type { Random } from './random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

const word = (random: Random): string =>
  Array.from({ length: 4 + random.below(8) }, () => LETTERS[random.below(LETTERS.length)]).join('')

export const randomWords = (random: Random, count: number): string =>
  Array.from({ length: count }, () => word(random)).join(' ')

/** Kinds of texts that cost parsers the most time at a given length. */
const kinds: ((random: Random, length: number) => string)[] = [
  (random, length) => randomWords(random, Math.ceil(length / 5)),
  (_, length) => '<p><b>'.repeat(Math.ceil(length / 6)),
  (random, length) => `שלום ${randomWords(random, 1)} `.repeat(Math.ceil(length / 9)),
  (_, length) => 'a'.repeat(length),
]
export const TEXT_KINDS = kinds.length

export const longText = (random: Random, length: number, kind: number): string =>
  (kinds[kind % TEXT_KINDS] as (typeof kinds)[number])(random, length).slice(0, length).trim()
